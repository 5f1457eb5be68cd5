package dev.sessionbench.bench.client;

import java.util.Optional;

/**
 * A way to a server for a client with another gRPC. It carries messages as bytes, so only JDK types
 * cross. Every method takes one message.
 */
public interface MessageChannel extends AutoCloseable {
  /**
   * Starts a call.
   *
   * @param fullMethodName service and method, separated by a slash
   * @param headers names and values alternately, as gRPC serialises them
   * @param receiver receives the server's answer
   * @return the call
   */
  Call start(String fullMethodName, byte[][] headers, Receiver receiver);

  /** Gives up what is still in progress. */
  @Override
  void close();

  /** What the client does with a started call. */
  interface Call {
    /** Sends the message. */
    void send(byte[] message);

    /** Asks for more messages. */
    void request(int messages);

    /** Cancels the call for a reason. */
    void cancel(String reason);
  }

  /** Receives the server's answer to a call. */
  interface Receiver {
    /** The server's headers have arrived, as gRPC serialises them. */
    void headers(byte[][] headers);

    /** A message has arrived. */
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
