package dev.sessionbench.bench.client;

import java.util.Optional;

/**
 * A way to a server that carries messages as bytes, for a client whose gRPC is not ours: only what
 * the JDK defines crosses from one to the other. Every method takes one message.
 */
public interface MessageChannel extends AutoCloseable {
  /**
   * Starts a call.
   *
   * @param fullMethodName service and method, separated by a slash
   * @param headers names and values by turns, as gRPC serialises them
   * @param receiver is told what the server answers
   * @return the call
   */
  Call start(String fullMethodName, byte[][] headers, Receiver receiver);

  /** Gives up what is still under way. */
  @Override
  void close();

  /** What the client does with a call that has started. */
  interface Call {
    /** Sends the message. */
    void send(byte[] message);

    /** Asks for a number of messages more. */
    void request(int messages);

    /** Gives the call up, for a reason. */
    void cancel(String reason);
  }

  /** What the client is told of a call. */
  interface Receiver {
    /** The server's headers are there, as gRPC serialises them. */
    void headers(byte[][] headers);

    /** A message is there. */
    void message(byte[] message);

    /**
     * The call has ended.
     *
     * @param code the number of its status
     * @param description of the status
     * @param trailers as gRPC serialises them
     */
    void close(int code, Optional<String> description, byte[][] trailers);
  }
}
