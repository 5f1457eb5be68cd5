package dev.sessionbench.serve;

import dev.sessionbench.mock.session.SessionStatistics;
import io.grpc.Status;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What the server counts, in the text format of Prometheus. */
final class Metrics {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double[] BOUNDS_SECONDS = boundsSeconds();

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

  Metrics(Traffic traffic, Supplier<SessionStatistics> sessions) {
    addTraffic(traffic);
    addSessions(sessions);
    Runtime runtime = Runtime.getRuntime();
    GaugeWithCallback.builder()
        .name("mock_spanner_heap_used_bytes")
        .help("Heap in use, garbage included")
        .callback(gauge -> gauge.call((double) (runtime.totalMemory() - runtime.freeMemory())))
        .register(registry);
  }

  private void addTraffic(Traffic traffic) {
    CounterWithCallback.builder()
        .name("mock_spanner_rpcs_received_total")
        .help("RPCs that have arrived, each attempt for itself")
        .labelNames("service", "method")
        .callback(
            counter ->
                traffic
                    .used()
                    .forEach(m -> counter.call((double) m.begun(), m.service(), m.method())))
        .register(registry);
    CounterWithCallback.builder()
        .name("mock_spanner_rpcs_total")
        .help("RPCs that have ended, by gRPC status")
        .labelNames("service", "method", "status")
        .callback(counter -> traffic.used().forEach(method -> byStatus(method, counter)))
        .register(registry);
    GaugeWithCallback.builder()
        .name("mock_spanner_rpcs_in_flight")
        .help("RPCs that have arrived and have not ended")
        .labelNames("service", "method")
        .callback(
            gauge ->
                traffic
                    .used()
                    .forEach(m -> gauge.call((double) m.inFlight(), m.service(), m.method())))
        .register(registry);
    registry.register(() -> latencies(traffic));
  }

  private static void byStatus(MethodTraffic method, CounterWithCallback.Callback counter) {
    for (Status.Code status : Status.Code.values()) {
      long count = method.ended(status);
      // All methods that were used have OK, so that a rate can be had from the first error on.
      if (count > 0 || status == Status.Code.OK) {
        counter.call((double) count, method.service(), method.method(), status.name());
      }
    }
  }

  private static HistogramSnapshot latencies(Traffic traffic) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder()
            .name("mock_spanner_rpc_latency_seconds")
            .help("Time from the arrival of an RPC to the end of its reply, at the server");
    for (MethodTraffic method : traffic.used()) {
      long[] counts = method.bucketCounts();
      Number[] numbers = new Number[counts.length];
      for (int i = 0; i < counts.length; i++) {
        numbers[i] = counts[i];
      }
      histogram.dataPoint(
          HistogramDataPointSnapshot.builder()
              .labels(Labels.of("service", method.service(), "method", method.method()))
              .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS_SECONDS, numbers))
              .sum(method.totalNanos() / NANOS_PER_SECOND)
              .build());
    }
    return histogram.build();
  }

  private void addSessions(Supplier<SessionStatistics> sessions) {
    addCounter(
        "mock_spanner_sessions_requested_total",
        "Regular sessions that clients asked for",
        sessions,
        SessionStatistics::requested);
    addCounter(
        "mock_spanner_sessions_created_total",
        "Regular sessions created",
        sessions,
        SessionStatistics::created);
    addCounter(
        "mock_spanner_sessions_deleted_total",
        "Regular sessions that clients deleted",
        sessions,
        SessionStatistics::deleted);
    addCounter(
        "mock_spanner_sessions_expired_total",
        "Regular sessions dropped because they were idle too long",
        sessions,
        SessionStatistics::expired);
    addCounter(
        "mock_spanner_multiplexed_sessions_created_total",
        "Multiplexed sessions created",
        sessions,
        SessionStatistics::multiplexedCreated);
    GaugeWithCallback.builder()
        .name("mock_spanner_sessions_alive")
        .help("Regular sessions that are there")
        .callback(gauge -> gauge.call((double) sessions.get().alive()))
        .register(registry);
  }

  private void addCounter(
      String name,
      String help,
      Supplier<SessionStatistics> sessions,
      ToLongFunction<SessionStatistics> value) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .callback(counter -> counter.call((double) value.applyAsLong(sessions.get())))
        .register(registry);
  }

  /** All metrics as of now. */
  String text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static double[] boundsSeconds() {
    double[] bounds = new double[MethodTraffic.BOUNDS_NANOS.length + 1];
    for (int i = 0; i < MethodTraffic.BOUNDS_NANOS.length; i++) {
      bounds[i] = MethodTraffic.BOUNDS_NANOS[i] / NANOS_PER_SECOND;
    }
    bounds[bounds.length - 1] = Double.POSITIVE_INFINITY;
    return bounds;
  }
}
