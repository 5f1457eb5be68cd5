package dev.sessionbench.mock.serve;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.admin.AdminServices;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import dev.sessionbench.mock.serve.HttpPages.OwnNames;
import dev.sessionbench.mock.serve.HttpPages.Page;
import dev.sessionbench.mock.serve.StatusPage.SessionSeries;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
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
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the mock server as a separate process. It also serves the admin services, health and
 * reflection, and on request a page, metrics and health over HTTP. It can run for days: it keeps no
 * journal, samples into a series of fixed size, and drops expired sessions itself.
 */
public final class StandaloneServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(StandaloneServer.class.getName());
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int TICKS_BETWEEN_SWEEPS = 10;

  /** Calls in progress on one connection; clients hold further calls back (HTTP/2). */
  private static final int CALLS_PER_CONNECTION = 10_000;

  private final TimeSource time;
  private final long startNanos;
  private final ServeOptions options;
  private final HealthStatusManager health = new HealthStatusManager();
  private final Traffic traffic;
  private final SessionSeries series = new SessionSeries();
  private final MockSpannerServer server;
  private final @Nullable HttpPages pages;
  private volatile Cancellable nextTick = () -> {};
  private volatile boolean closed;
  private long ticks;

  /** Starts the server with another time for its samples and periodic work. */
  StandaloneServer(ServeOptions options, TimeSource time) {
    this.options = options;
    this.time = time;
    startNanos = time.nanos();
    health.setStatus(SpannerGrpc.SERVICE_NAME, ServingStatus.SERVING);
    List<ServerServiceDefinition> besides =
        new ArrayList<>(AdminServices.create(options.profile().options().clock()));
    besides.add(health.getHealthService().bindService());
    besides.add(ProtoReflectionServiceV1.newInstance().bindService());
    List<ServiceDescriptor> all = new ArrayList<>(List.of(SpannerGrpc.getServiceDescriptor()));
    besides.forEach(service -> all.add(service.getServiceDescriptor()));
    traffic = new Traffic(all, time);
    server =
        startServer(
            new EndpointOptions(
                options.address(),
                builder -> {
                  besides.forEach(builder::addService);
                  builder.addStreamTracerFactory(traffic);
                  ((NettyServerBuilder) builder)
                      .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION);
                }));
    try {
      pages = startPages();
    } catch (BadInput e) {
      server.close();
      throw e;
    }
    tick();
  }

  /**
   * Starts the server.
   *
   * @param options how it is to run
   * @return the server, ready for clients
   * @throws BadInput if it cannot listen on its address; the message is one line
   */
  public static StandaloneServer start(ServeOptions options) {
    return new StandaloneServer(options, SystemTime.CLOCK);
  }

  private MockSpannerServer startServer(EndpointOptions endpointOptions) {
    MockServerOptions settings = options.profile().options().withTransport(Transport.TCP);
    // Nothing reads the journal.
    MockServerOptions alone = settings.withPort(options.port()).withJournalCapacity(0);
    try {
      return MockSpannerServer.start(alone, endpointOptions);
    } catch (IOException e) {
      throw cannotListen("--port", options.port(), e);
    }
  }

  private @Nullable HttpPages startPages() {
    if (options.httpPort().isEmpty()) {
      return null;
    }
    int port = options.httpPort().getAsInt();
    Supplier<String> metrics = traffic.metrics(server::sessions);
    StatusPage status = new StatusPage(options.profile(), traffic, series, server::sessions);
    Map<String, Supplier<Page>> content = new LinkedHashMap<>();
    content.put(
        "/", () -> new Page(200, StatusPage.CONTENT_TYPE, status.html(emulatorHost(), uptime())));
    content.put("/status.css", file(Chart.style(), "status.css", "text/css; charset=utf-8"));
    content.put("/status.js", file("", "status.js", "text/javascript; charset=utf-8"));
    content.put("/metrics", () -> new Page(200, Traffic.CONTENT_TYPE, metrics.get()));
    content.put("/healthz", () -> Page.text(200, "ok\n"));
    try {
      return new HttpPages(new InetSocketAddress(options.address(), port), content);
    } catch (IOException e) {
      throw cannotListen("--http", port, e);
    }
  }

  private static Supplier<Page> file(String before, String name, String type) {
    Page page = new Page(200, type, before + Resource.text(StatusPage.class, name));
    return () -> page;
  }

  private BadInput cannotListen(String option, int port, IOException cause) {
    return new BadInput(
        "%s %s: cannot listen on %s; is another server using the port? 0 takes any free one"
            .formatted(option, port, OwnNames.hostAndPort(options.address(), port)),
        cause);
  }

  /** The value of the environment variable {@code SPANNER_EMULATOR_HOST} for clients. */
  public String emulatorHost() {
    return OwnNames.hostAndPort(options.address(), server.port());
  }

  /** The address of its page, as in {@code http://127.0.0.1:8080/}; empty if it has no HTTP. */
  public Optional<String> httpAddress() {
    return Optional.ofNullable(pages).map(HttpPages::url);
  }

  private Duration uptime() {
    return Duration.ofNanos(time.nanos() - startNanos);
  }

  /** Takes a sample, and schedules the next for one second after this one was due. */
  private void tick() {
    try {
      if (ticks % TICKS_BETWEEN_SWEEPS == 0) {
        server.dropExpiredSessions();
      }
      series.add(server.sessions().alive());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "sample missed", e);
    }
    ticks++;
    if (!closed) {
      nextTick = time.after(startNanos + ticks * TICK_NANOS - time.nanos(), this::tick);
    }
  }

  /**
   * Stops the server: reports this to health checks, takes no new calls, lets those in progress
   * finish, and closes everything.
   *
   * @param patience how long to wait for calls in progress
   * @return what the server did while it ran: the RPCs by method and the sessions, as tables
   */
  public String stop(Duration patience) {
    health.enterTerminalState();
    long cutOff = server.drain(patience) ? 0 : traffic.inFlight();
    String ending = cutOff == 0 ? "every call had ended" : "calls cut off: " + cutOff;
    String summary =
        "stopped after %s; %s; RPCs received: %s\n\n%s\n%s"
            .formatted(
                Numbers.duration(uptime().toSeconds()),
                ending,
                Traffic.grouped(traffic.begun()),
                traffic.table().render(),
                StatusPage.table(server.sessions()).render());
    close();
    return summary;
  }

  @Override
  public void close() {
    closed = true;
    nextTick.cancel();
    if (pages != null) {
      pages.close();
    }
    server.close();
  }

  /**
   * The options of a mock server that runs alone.
   *
   * @param profile how it behaves
   * @param address the address that it listens on, for gRPC as for HTTP
   * @param port the port for gRPC, 0 for any free one
   * @param httpPort the port for HTTP, 0 for any free one; empty for no HTTP
   */
  public record ServeOptions(
      Profile profile, InetAddress address, int port, OptionalInt httpPort) {}
}
