package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.TimeSource;
import io.grpc.Attributes;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Where clients reach the server: one implementation for each transport. */
public interface Endpoint extends AutoCloseable {
  /** What a server in process answers where it is asked for connections. */
  String NO_CONNECTIONS = "a server in process has no connections";

  /**
   * Starts to serve.
   *
   * @param service the methods
   * @param channels is told of each channel
   * @throws IOException if the address is taken
   */
  void start(ServerServiceDefinition service, ServerTransportFilter channels) throws IOException;

  /** Real time, whose tasks run on the threads that serve the calls while the endpoint is open. */
  TimeSource time();

  /**
   * The TCP port.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  default int port() {
    throw new IllegalStateException("a server in process has no port");
  }

  /**
   * The in-process name.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  default String inProcessName() {
    throw new IllegalStateException("a server on TCP has no in-process name");
  }

  /**
   * Resets the connection of a call, with all calls on it.
   *
   * @param call the attributes of the call's transport
   * @throws IllegalStateException if the endpoint has no connections
   */
  default void drop(Attributes call) {
    throw new IllegalStateException(NO_CONNECTIONS);
  }

  /**
   * Asks the client of a call to make its next calls on another connection, and closes the
   * connection when the calls on it have ended.
   *
   * @param call the attributes of the call's transport
   * @throws IllegalStateException if the endpoint has no connections
   */
  default void goAway(Attributes call) {
    throw new IllegalStateException(NO_CONNECTIONS);
  }

  /**
   * Resets all connections and stops to listen, for a time. Does nothing while it does not listen.
   *
   * @param downNanos the time, in nanoseconds, more than 0
   * @param time lets it pass
   * @param back is run when clients can connect again
   * @throws IllegalStateException if the endpoint has no connections
   */
  default void restart(long downNanos, TimeSource time, Runnable back) {
    throw new IllegalStateException(NO_CONNECTIONS);
  }

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

  /**
   * To whom a server shows itself, and what it offers besides the Spanner service.
   *
   * @param address the address to listen on; without meaning in process
   * @param addition adds to each server that is built, as further services, tracers, interceptors
   *     and limits; on TCP the builder is a {@code NettyServerBuilder}. RPCs of further services
   *     are neither delayed nor counted by the server
   */
  public record EndpointOptions(InetAddress address, Consumer<ServerBuilder<?>> addition) {
    /** Loopback alone, the Spanner service alone. */
    public static EndpointOptions plain() {
      return new EndpointOptions(InetAddress.getLoopbackAddress(), builder -> {});
    }
  }
}
