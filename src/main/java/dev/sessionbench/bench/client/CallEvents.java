package dev.sessionbench.bench.client;

/**
 * Is told of the call attempts of a client, retries included. It names nothing but the JDK, so that
 * whatever gRPC a client runs on can tell it.
 */
public interface CallEvents {
  /**
   * An attempt leaves the client, on the thread that makes it.
   *
   * @param fullMethodName service and method, separated by a slash
   */
  void start(String fullMethodName);

  /**
   * An attempt has come to its end, whatever end that is.
   *
   * @param fullMethodName service and method, separated by a slash
   */
  void end(String fullMethodName);

  /**
   * An attempt has got a stream of its connection, on a thread of the client's.
   *
   * @param ahead attempts that the connection had when this one was given to it
   * @param waitedNanos how long it waited from then on
   */
  default void gotStream(int ahead, long waitedNanos) {}
}
