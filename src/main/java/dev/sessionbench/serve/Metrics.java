package dev.sessionbench.serve;

import dev.sessionbench.mock.session.SessionStatistics;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the server counts, in the text format of Prometheus. */
final class Metrics {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

  Metrics(Traffic traffic, Supplier<SessionStatistics> sessions) {
    traffic.register(registry);
    counter(
        "sessions_requested_total",
        "Regular sessions that clients asked for",
        () -> sessions.get().requested());
    counter("sessions_created_total", "Regular sessions created", () -> sessions.get().created());
    counter(
        "sessions_deleted_total",
        "Regular sessions that clients deleted",
        () -> sessions.get().deleted());
    counter(
        "sessions_expired_total",
        "Regular sessions dropped because they were idle too long",
        () -> sessions.get().expired());
    counter(
        "multiplexed_sessions_created_total",
        "Multiplexed sessions created",
        () -> sessions.get().multiplexedCreated());
    gauge("sessions_alive", "Regular sessions that are there", () -> sessions.get().alive());
    Runtime runtime = Runtime.getRuntime();
    gauge(
        "heap_used_bytes",
        "Heap in use, garbage included",
        () -> runtime.totalMemory() - runtime.freeMemory());
  }

  private void counter(String name, String help, LongSupplier value) {
    CounterWithCallback.builder()
        .name(Traffic.PREFIX + name)
        .help(help)
        .callback(counter -> counter.call((double) value.getAsLong()))
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
