package dev.sessionbench.serve;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.admin.AdminServices;
import dev.sessionbench.mock.transport.Exposure;
import dev.sessionbench.model.Transport;
import dev.sessionbench.serve.HttpPages.Page;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The mock server running alone: beside the Spanner service there are the admin services, health
 * and reflection, and on request a page, metrics and health over HTTP. Its memory is bounded
 * however long it runs: it keeps no journal, samples into series of fixed size, and drops expired
 * sessions by itself.
 */
public final class StandaloneServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(StandaloneServer.class.getName());
  private static final int TICKS_BETWEEN_SWEEPS = 10;

  private final long startNanos = System.nanoTime();
  private final ServeOptions options;
  private final HealthStatusManager health = new HealthStatusManager();
  private final Traffic traffic;
  private final SessionSeries series = new SessionSeries();
  private final ScheduledExecutorService clock;
  private final MockSpannerServer server;
  private final @Nullable HttpPages pages;
  private long ticks;

  private StandaloneServer(ServeOptions options) {
    this.options = options;
    health.setStatus(SpannerGrpc.SERVICE_NAME, ServingStatus.SERVING);
    List<ServerServiceDefinition> besides =
        new ArrayList<>(AdminServices.create(options.profile().options().clock()));
    besides.add(health.getHealthService().bindService());
    besides.add(ProtoReflectionServiceV1.newInstance().bindService());
    List<ServiceDescriptor> all = new ArrayList<>(List.of(SpannerGrpc.getServiceDescriptor()));
    besides.forEach(service -> all.add(service.getServiceDescriptor()));
    traffic = new Traffic(all);
    server = startServer(new Exposure(options.address(), besides, List.of(traffic)));
    try {
      pages = startPages();
    } catch (ServeException e) {
      server.close();
      throw e;
    }
    clock =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "serve-clock");
              thread.setDaemon(true);
              return thread;
            });
    var unused = clock.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
  }

  /**
   * Starts the server.
   *
   * @param options how it is to run
   * @return the server, ready for clients
   * @throws ServeException if it cannot listen where it should; the message is one line
   */
  public static StandaloneServer start(ServeOptions options) {
    return new StandaloneServer(options);
  }

  private MockSpannerServer startServer(Exposure exposure) {
    MockServerOptions settings =
        options
            .profile()
            .options()
            .withTransport(Transport.TCP)
            .withPort(options.port())
            // Nobody reads it.
            .withJournalCapacity(0);
    try {
      return MockSpannerServer.start(settings, exposure);
    } catch (IOException e) {
      throw cannotListen("--port", options.port(), e);
    }
  }

  private @Nullable HttpPages startPages() {
    if (options.httpPort().isEmpty()) {
      return null;
    }
    int port = options.httpPort().getAsInt();
    Metrics metrics = new Metrics(traffic, server::sessions);
    StatusPage status = new StatusPage(options.profile(), traffic, series, server::sessions);
    Map<String, Supplier<Page>> content = new LinkedHashMap<>();
    content.put(
        "/", () -> new Page(200, StatusPage.CONTENT_TYPE, status.html(emulatorHost(), uptime())));
    content.put("/metrics", () -> new Page(200, Metrics.CONTENT_TYPE, metrics.text()));
    content.put("/healthz", () -> Page.text(200, "ok\n"));
    try {
      return new HttpPages(new InetSocketAddress(options.address(), port), content);
    } catch (IOException e) {
      throw cannotListen("--http", port, e);
    }
  }

  private ServeException cannotListen(String option, int port, IOException cause) {
    return new ServeException(
        "%s %s: cannot listen on %s; is another server using the port? 0 takes any free one"
            .formatted(option, port, hostAndPort(options.address(), port)),
        cause);
  }

  /** What the environment variable {@code SPANNER_EMULATOR_HOST} of clients is to be. */
  public String emulatorHost() {
    return hostAndPort(options.address(), server.port());
  }

  /** Where its page is, as in {@code http://127.0.0.1:8080/}; nothing if it has no HTTP. */
  public Optional<String> httpAddress() {
    return Optional.ofNullable(pages)
        .map(p -> "http://" + hostAndPort(options.address(), p.port()) + "/");
  }

  private static String hostAndPort(InetAddress address, int port) {
    // Clients on this machine can connect to "any address" by the name of the machine itself.
    String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private Duration uptime() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void tick() {
    try {
      if (ticks % TICKS_BETWEEN_SWEEPS == 0) {
        server.dropExpiredSessions();
      }
      series.add(server.sessions().alive());
      ticks++;
    } catch (RuntimeException e) {
      // A scheduler that saw it would never tick again.
      LOG.log(System.Logger.Level.ERROR, "sample missed", e);
    }
  }

  /**
   * Stops: tells health checks so, takes no new calls, lets those in progress end, closes
   * everything.
   *
   * @param patience how long to wait for calls in progress
   * @return what the server did while it ran
   */
  public ServeSummary stop(Duration patience) {
    health.enterTerminalState();
    long cutOff = server.drain(patience) ? 0 : traffic.inFlight();
    ServeSummary summary = ServeSummary.of(uptime(), traffic, server.sessions(), cutOff);
    close();
    return summary;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    if (pages != null) {
      pages.close();
    }
    server.close();
  }
}
