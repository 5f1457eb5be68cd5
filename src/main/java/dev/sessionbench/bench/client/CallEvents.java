package dev.sessionbench.bench.client;

/**
 * Receives the call attempts of a client, retries included. It uses only the JDK, so that a client
 * on any gRPC can call it.
 */
public interface CallEvents {
  /**
   * An attempt leaves the client, on the thread that makes it.
   *
   * @param fullMethodName service and method, separated by a slash
   */
  default void start(String fullMethodName) {}

  /**
   * An attempt has ended, with or without success.
   *
   * @param fullMethodName service and method, separated by a slash
   */
  default void end(String fullMethodName) {}

  /**
   * An attempt has got a stream of its connection, on a thread of the client.
   *
   * @param ahead attempts that the connection had when it received this one
   * @param waitedNanos how long the attempt waited from then on, in nanoseconds
   */
  default void gotStream(int ahead, long waitedNanos) {}

  /**
   * An attempt has ended that its connection had received before it ended any other.
   *
   * @param nanos how long the attempt took, in nanoseconds
   */
  default void endedFirst(long nanos) {}
}
