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

/** The address at which clients reach the server; each transport has an implementation. */
public interface Endpoint extends AutoCloseable {
  /** The message of a server in process that is asked for connections. */
  String NO_CONNECTIONS = "a server in process has no connections";

  /**
   * Starts to serve.
   *
   * @param service the methods
   * @param channels is notified of each channel
   * @throws IOException if the address is taken
   */
  void start(ServerServiceDefinition service, ServerTransportFilter channels) throws IOException;

  /** Real time. While the endpoint is open, its tasks run on the threads that serve calls. */
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
   * Asks the client of a call to use another connection for further calls, and closes the
   * connection after its last call.
   *
   * @param call the attributes of the call's transport
   * @throws IllegalStateException if the endpoint has no connections
   */
  default void goAway(Attributes call) {
    throw new IllegalStateException(NO_CONNECTIONS);
  }

  /**
   * Resets all connections and stops listening for a time. No effect while it does not listen.
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
   * Stops taking new calls and lets those in progress finish.
   *
   * @param patience how long to wait for them at most
   * @return whether all have ended
   */
  boolean drain(Duration patience);

  /** Ends all calls and stops the endpoint's threads, without waiting until they have ended. */
  @Override
  void close();

  /**
   * Where an endpoint listens, and its services besides Spanner.
   *
   * @param address the address to listen on; without meaning in process
   * @param addition adds to each server that is built, as further services, tracers, interceptors
   *     and limits; on TCP the builder is a {@code NettyServerBuilder}. RPCs of further services
   *     are neither delayed nor counted by the server
   */
  public record EndpointOptions(InetAddress address, Consumer<ServerBuilder<?>> addition) {
    /** Loopback and the Spanner service only. */
    public static EndpointOptions plain() {
      return new EndpointOptions(InetAddress.getLoopbackAddress(), builder -> {});
    }
  }
}
