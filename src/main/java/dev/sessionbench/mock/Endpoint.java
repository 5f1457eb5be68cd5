package dev.sessionbench.mock;

import dev.sessionbench.model.Transport;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import java.io.IOException;

/** Where clients reach the server: one implementation for each transport. */
interface Endpoint extends AutoCloseable {
  /**
   * An endpoint that is not serving yet.
   *
   * @param port the TCP port on loopback, 0 for any free one; without meaning in process
   */
  static Endpoint of(Transport transport, int port, ServerThreads threads) {
    return transport == Transport.TCP
        ? new TcpEndpoint(port, threads)
        : new InProcessEndpoint(threads);
  }

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

  /** Ends all calls and stops the endpoint's threads, without waiting for the threads' end. */
  @Override
  void close();
}
