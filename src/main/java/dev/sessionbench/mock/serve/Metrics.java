package dev.sessionbench.mock.serve;

import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What the server counts, in the text format of Prometheus. */
final class Metrics {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private final PrometheusRegistry registry;
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
  private final Supplier<SessionStatistics> sessions;

  Metrics(Traffic traffic, Supplier<SessionStatistics> sessions) {
    this.sessions = sessions;
    registry = traffic.registry;
    sessions("requested_total", "that clients asked for", SessionStatistics::requested);
    sessions("created_total", "created", SessionStatistics::created);
    sessions("deleted_total", "that clients deleted", SessionStatistics::deleted);
    sessions(
        "expired_total", "dropped because they were idle too long", SessionStatistics::expired);
    sessions("lost_total", "that the plan of faults took away", SessionStatistics::lost);
    counter(
        "multiplexed_sessions_created_total",
        "Multiplexed sessions created",
        SessionStatistics::multiplexedCreated);
    gauge("sessions_alive", "Regular sessions that are there", () -> sessions.get().alive());
    Runtime runtime = Runtime.getRuntime();
    gauge(
        "heap_used_bytes",
        "Heap in use, garbage included",
        () -> runtime.totalMemory() - runtime.freeMemory());
  }

  private void sessions(String name, String which, ToLongFunction<SessionStatistics> value) {
    counter("sessions_" + name, "Regular sessions " + which, value);
  }

  private void counter(String name, String help, ToLongFunction<SessionStatistics> value) {
    CounterWithCallback.builder()
        .name(Traffic.PREFIX + name)
        .help(help)
        .callback(counter -> counter.call((double) value.applyAsLong(sessions.get())))
        .register(registry);
  }

  private void gauge(String name, String help, LongSupplier value) {
    GaugeWithCallback.builder()
        .name(Traffic.PREFIX + name)
        .help(help)
        .callback(gauge -> gauge.call((double) value.getAsLong()))
        .register(registry);
  }

  /** All metrics as of now. */
  String text() {
    return writer.toDebugString(registry.scrape());
  }
}
