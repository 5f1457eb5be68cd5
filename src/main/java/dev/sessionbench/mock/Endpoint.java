package dev.sessionbench.mock;

import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import java.io.IOException;
import java.time.Duration;

/** Where clients reach the server: one implementation for each transport. */
interface Endpoint extends AutoCloseable {
  /**
   * Starts to serve.
   *
   * @param service the methods
   * @param channels is told of each channel
   * @throws IOException if the address is taken
   */
  void start(ServerServiceDefinition service, ServerTransportFilter channels) throws IOException;

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
