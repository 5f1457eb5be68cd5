package dev.sessionbench.mock.transport;

import io.grpc.Attributes;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import java.io.IOException;
import java.time.Duration;

/** Where clients reach the server: one implementation for each transport. */
public interface Endpoint extends AutoCloseable {
  /**
   * Starts to serve.
   *
   * @param service the methods
   * @param channels is told of each channel
   * @throws IOException if the address is taken
   */
  void start(ServerServiceDefinition service, ServerTransportFilter channels) throws IOException;

  /** Lets time pass on the threads that serve the calls, for as long as the endpoint is open. */
  DelayScheduler scheduler();

  /**
   * The TCP port.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  int port();

  /**
   * The in-process name.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  String inProcessName();

  /**
   * Resets the connection of a call, with all calls on it.
   *
   * @param call the attributes of the call's transport
   * @throws IllegalStateException if the endpoint has no connections
   */
  void drop(Attributes call);

  /**
   * Asks the client of a call to make its next calls on another connection, and closes the
   * connection when the calls on it have ended.
   *
   * @param call the attributes of the call's transport
   * @throws IllegalStateException if the endpoint has no connections
   */
  void goAway(Attributes call);

  /**
   * Resets all connections and stops to listen, for a time. Does nothing while it does not listen.
   *
   * @param downNanos the time, in nanoseconds, more than 0
   * @param scheduler lets it pass
   * @param back is run when clients can connect again
   * @throws IllegalStateException if the endpoint has no connections
   */
  void restart(long downNanos, DelayScheduler scheduler, Runnable back);

  /**
   * Takes no new calls, and lets those in progress end.
   *
   * @param patience how long to wait for them at most
   * @return whether all have ended
   */
  boolean drain(Duration patience);

  /** Ends all calls and stops the endpoint's threads, without waiting for the threads' end. */
  @Override
  void close();
}
