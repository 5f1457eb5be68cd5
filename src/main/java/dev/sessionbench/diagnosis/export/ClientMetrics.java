package dev.sessionbench.diagnosis.export;

import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What a scrape tells of one client: its own metrics, those of gRPC below it, and those of its
 * process. Whatever is not told is empty.
 *
 * @param scrape the metrics of that client
 */
public record ClientMetrics(Scrape scrape) {
  private static final String IN_POOL = "num_sessions_in_pool";
  private static final String GFE = "gfe_latency";
  private static final String RPC = "grpc_client_attempt_duration";
  private static final String CREATE = "BatchCreateSessions";
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
    return scrape.sum(GFE, isPart("_count").and(isTransactions()));
  }

  OptionalDouble gfeMillis() {
    return scrape.sum(GFE, isPart("_sum").and(isTransactions()));
  }

  OptionalDouble rpcCount() {
    return scrape.sum(RPC, isPart("_count").and(isTransactions()));
  }

  OptionalDouble rpcMillis() {
    OptionalDouble seconds = scrape.sum(RPC, isPart("_sum").and(isTransactions()));
    return seconds.isPresent()
        ? OptionalDouble.of(seconds.getAsDouble() * MILLIS_PER_SECOND)
        : seconds;
  }

  OptionalDouble creations() {
    return scrape.sum(RPC, isPart("_count").and(isTransactions().negate()));
  }

  OptionalDouble failedCreations() {
    Predicate<MetricPoint> failed = point -> !point.label("grpc_status").equals("OK");
    return creations().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            scrape.sum(RPC, isPart("_count").and(isTransactions().negate()).and(failed)).orElse(0));
  }

  private static Predicate<MetricPoint> isPart(String part) {
    return point -> point.name().endsWith(part);
  }

  /** Calls other than those that create sessions. */
  private static Predicate<MetricPoint> isTransactions() {
    return point ->
        !point.label("method").endsWith(CREATE) && !point.label("grpc_method").endsWith(CREATE);
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
