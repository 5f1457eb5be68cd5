package dev.sessionbench.study.diagnosis;

import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What a scrape tells of one client: its own metrics, those of gRPC below it, and those of its
 * process. Whatever is not told is empty.
 *
 * @param scrape the metrics of that client
 * @param clients how many clients the process has; of more than one, only those calls are its own
 *     that are labelled with it
 */
public record ClientMetrics(Scrape scrape, long clients) {
  private static final String IN_POOL = "num_sessions_in_pool";
  private static final String GFE = "gfe_latency";
  private static final String RPC = "grpc_client_attempt_duration";
  private static final String BEGUN = "grpc_client_attempt_started";
  private static final String SERVICE = "google.spanner.v1.Spanner/";
  private static final String CREATE = SERVICE + "BatchCreateSessions";
  private static final double MILLIS_PER_SECOND = 1000;

  double atSeconds() {
    return scrape.atSeconds();
  }

  OptionalDouble max() {
    return scrape.sum("max_allowed_sessions");
  }

  /** OpenTelemetry's label is {@code session_type}, OpenCensus's {@code Type}. */
  OptionalDouble inUse() {
    return scrape.sum(IN_POOL, isType("num_in_use_sessions"));
  }

  OptionalDouble idle() {
    OptionalDouble available = scrape.sum(IN_POOL, isType("num_available_sessions"));
    return available.isPresent() ? available : scrape.sum(IN_POOL, isType("num_read_sessions"));
  }

  private static Predicate<MetricPoint> isType(String type) {
    return point -> point.label("session_type").endsWith(type) || point.label("Type").equals(type);
  }

  OptionalDouble acquired(boolean multiplexed) {
    return scrape.sum("num_acquired_sessions", isMultiplexed(multiplexed));
  }

  OptionalDouble released() {
    return scrape.sum("num_released_sessions", isMultiplexed(false));
  }

  /** Clients before multiplexed sessions have no such label. */
  private static Predicate<MetricPoint> isMultiplexed(boolean multiplexed) {
    return point -> Boolean.parseBoolean(point.label("is_multiplexed")) == multiplexed;
  }

  OptionalDouble timeouts() {
    return scrape.sum("get_session_timeouts");
  }

  OptionalDouble gfeCount() {
    return sum(GFE, "_count", ClientMetrics::carries);
  }

  OptionalDouble gfeMillis() {
    return sum(GFE, "_sum", ClientMetrics::carries);
  }

  OptionalDouble rpcCount() {
    return sum(RPC, "_count", ClientMetrics::carries);
  }

  OptionalDouble rpcMillis() {
    OptionalDouble seconds = sum(RPC, "_sum", ClientMetrics::carries);
    return seconds.isPresent()
        ? OptionalDouble.of(seconds.getAsDouble() * MILLIS_PER_SECOND)
        : seconds;
  }

  /**
   * How many calls are under way. Where gRPC does not tell how many it began, none is if as many
   * replies came as sessions were acquired: each transaction makes one call at least.
   */
  OptionalDouble underWay() {
    OptionalDouble begun = scrape.sum(BEGUN, own(ClientMetrics::carries));
    if (begun.isPresent()) {
      return OptionalDouble.of(begun.getAsDouble() - rpcCount().orElse(0));
    }
    OptionalDouble replies = gfeCount();
    return clients <= 1 && replies.isPresent() && replies.equals(acquired(false))
        ? OptionalDouble.of(0)
        : OptionalDouble.empty();
  }

  OptionalDouble creations() {
    return sum(RPC, "_count", ClientMetrics::creates);
  }

  OptionalDouble failedCreations() {
    Predicate<MetricPoint> failed = p -> creates(p) && !p.label("grpc_status").equals("OK");
    return creations().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum(RPC, "_count", failed).orElse(0));
  }

  private OptionalDouble sum(String metric, String part, Predicate<MetricPoint> which) {
    return scrape.sum(metric, own(which.and(p -> p.name().endsWith(part))));
  }

  private Predicate<MetricPoint> own(Predicate<MetricPoint> which) {
    return which.and(point -> clients <= 1 || Scrape.isOfClient(point));
  }

  /** Whether a call carries transactions: one to Cloud Spanner that is none on sessions. */
  private static boolean carries(MetricPoint point) {
    return method(point).startsWith(SERVICE) && !method(point).contains("Session");
  }

  private static boolean creates(MetricPoint point) {
    return method(point).equals(CREATE);
  }

  /** The label of gRPC's metrics is {@code grpc_method}, that of the client's {@code method}. */
  private static String method(MetricPoint point) {
    String method = point.label("grpc_method");
    return method.isEmpty() ? point.label("method") : method;
  }

  /** The share of all processors that the process used of late. */
  OptionalDouble cpuShare() {
    OptionalDouble recent = scrape.sum("jvm_cpu_recent_utilization");
    return recent.isPresent() ? recent : scrape.sum("process_cpu_usage");
  }

  OptionalDouble cpuSeconds() {
    OptionalDouble jvm = scrape.sum("jvm_cpu_time");
    return jvm.isPresent() ? jvm : scrape.sum("process_cpu");
  }

  OptionalDouble processors() {
    OptionalDouble jvm = scrape.sum("jvm_cpu_count");
    return jvm.isPresent() ? jvm : scrape.sum("system_cpu_count");
  }
}
