package dev.sessionbench.mock.rpc;

import com.google.common.base.Preconditions;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.Transport;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The address at which clients reach the server: a TCP port, or a name within the process. Calls
 * are handled on the server's own threads. On the client's threads the server's use could not be
 * measured.
 */
public final class Endpoint implements AutoCloseable {
  private static final Duration END_PATIENCE = Duration.ofSeconds(5);
  private static final int MOST_WORKERS = 4;

  private final EndpointOptions options;
  private final EventLoops workers;

  /** Empty in process. */
  private final Optional<Connections> connections;

  private final String name = InProcessServerBuilder.generateName();
  private volatile int port;
  private volatile @Nullable Server current;
  private volatile boolean closed;

  /**
   * An endpoint that does not serve yet.
   *
   * @param transport how clients reach it
   * @param port the TCP port, 0 for any free one
   * @param threads makes its threads
   * @param options where it listens, and its further services
   * @param limits the limits of a connection, on TCP
   */
  public Endpoint(
      Transport transport,
      int port,
      ServerThreads threads,
      EndpointOptions options,
      Optional<ConnectionOptions> limits) {
    this.port = port;
    this.options = options;
    boolean tcp = transport == Transport.TCP;
    connections = tcp ? Optional.of(new Connections(threads, limits)) : Optional.empty();
    // On TCP the client needs the other half of the cores. In process, two threads can send
    // replies that are due together.
    int cores = Runtime.getRuntime().availableProcessors() / (tcp ? 2 : 1);
    workers =
        new EventLoops(
            Math.max(1, Math.min(MOST_WORKERS, cores)), work -> threads.newThread("worker", work));
  }

  /**
   * Starts to serve.
   *
   * @param service the methods
   * @param channels is notified of each channel
   * @throws IOException if the address is taken
   */
  public void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    Server first = build(service, channels);
    try {
      first.start();
    } catch (IOException e) {
      String taken = "cannot listen on port %d of %s: is another server using it?";
      String message = taken.formatted(port, options.address().getHostAddress());
      throw (BindException) new BindException(message).initCause(e);
    }
    port = first.getPort();
    current = first;
  }

  private Server build(ServerServiceDefinition service, ServerTransportFilter channels) {
    InetSocketAddress address = new InetSocketAddress(options.address(), port);
    ServerBuilder<?> server =
        connections
            .<ServerBuilder<?>>map(tcp -> tcp.serving(address, workers))
            .orElseGet(
                () ->
                    InProcessServerBuilder.forName(name)
                        .executor(workers::execute)
                        .scheduledExecutorService(workers.group()));
    server.addTransportFilter(channels).addService(service);
    options.addition().accept(server);
    connections.ifPresent(tcp -> tcp.limit(server));
    return server.build();
  }

  /** Real time. While the endpoint is open, its tasks run on the threads that serve calls. */
  public TimeSource time() {
    return workers;
  }

  /**
   * The TCP port; -1 after closing.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  public int port() {
    Preconditions.checkState(connections.isPresent(), "a server in process has no port");
    return closed ? -1 : port;
  }

  /**
   * The in-process name.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  public String inProcessName() {
    Preconditions.checkState(connections.isEmpty(), "a server on TCP has no in-process name");
    return name;
  }

  /**
   * The open connections.
   *
   * @throws IllegalStateException if the endpoint has none
   */
  Connections connections() {
    String none = "a server in process has no connections";
    return connections.orElseThrow(() -> new IllegalStateException(none));
  }

  /**
   * Resets all connections, and each new one for a time. No effect while it does so already.
   *
   * @param downNanos the time, in nanoseconds, more than 0
   * @param time lets it pass
   * @param back is run when clients can connect again
   * @throws IllegalStateException if the endpoint has no connections
   */
  void restart(long downNanos, TimeSource time, Runnable back) {
    Connections all = connections();
    if (all.refuse()) {
      Runnable end =
          () -> {
            all.accept();
            back.run();
          };
      var unused = time.after(downNanos, end);
    }
  }

  /**
   * Stops taking new calls and lets those in progress finish.
   *
   * @param patience how long to wait for them at most
   * @return whether all have ended
   */
  public boolean drain(Duration patience) {
    return end(Server::shutdown, patience);
  }

  /** Ends all calls and stops the endpoint's threads, without waiting until they have ended. */
  @Override
  public void close() {
    end(Server::shutdownNow, END_PATIENCE);
    connections.ifPresent(Connections::stop);
    workers.stop();
  }

  /** Shuts the server down; returns whether it has ended. */
  private boolean end(Consumer<Server> shutdown, Duration patience) {
    closed = true;
    Server last = current;
    if (last == null) {
      return true;
    }
    shutdown.accept(last);
    try {
      return last.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Where an endpoint listens, and its services apart from Spanner.
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
