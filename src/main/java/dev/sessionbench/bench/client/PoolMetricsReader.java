package dev.sessionbench.bench.client;

import io.opencensus.common.Function;
import io.opencensus.metrics.LabelValue;
import io.opencensus.metrics.MetricOptions;
import io.opencensus.metrics.MetricRegistry;
import io.opencensus.metrics.Metrics;
import io.opencensus.metrics.export.Metric;
import io.opencensus.metrics.export.MetricDescriptor;
import io.opencensus.metrics.export.TimeSeries;
import io.opencensus.metrics.export.Value;
import java.util.List;

/**
 * Reads the metrics of one client's pool from the OpenCensus registry of this process.
 *
 * <p>Needs {@code opencensus-impl} on the class path: with the API alone the registry drops all
 * that is put in, and every figure would be missing.
 *
 * <p>The registry outlives the clients and holds their pools weakly; once one has been collected,
 * the client's own gauges throw for every reader of the registry. So each reader must {@link
 * #forget()} its client while the pool is still referenced.
 *
 * @param owner the labels that tell the client's metrics from those of others
 */
record PoolMetricsReader(List<LabelValue> owner) {
  private static final String PREFIX = "cloud.google.com/java/spanner/";
  private static final LabelValue REGULAR = LabelValue.create("false");
  private static final LabelValue MULTIPLEXED = LabelValue.create("true");

  /**
   * A reader for one client. Ids are counted by database, so one alone may name several clients.
   *
   * @param clientId the label {@code client_id} of its metrics
   * @param database the label {@code database} of its metrics
   */
  static PoolMetricsReader of(String clientId, String database) {
    return new PoolMetricsReader(List.of(LabelValue.create(clientId), LabelValue.create(database)));
  }

  /**
   * The metrics as of now.
   *
   * @throws IllegalStateException if the client exports a metric no longer, or exports none because
   *     the OpenCensus implementation is not on the class path
   */
  PoolMetrics read() {
    List<Metric> metrics = exported();
    return new PoolMetrics(
        value(metrics, "max_in_use_sessions"),
        value(metrics, "num_sessions_in_pool", LabelValue.create("num_in_use_sessions")),
        value(metrics, "num_sessions_in_pool", LabelValue.create("num_read_sessions")),
        value(metrics, "num_acquired_sessions", REGULAR),
        value(metrics, "num_released_sessions", REGULAR),
        value(metrics, "get_session_timeouts"),
        value(metrics, "num_acquired_sessions", MULTIPLEXED));
  }

  /** Takes the client's metrics out of the registry. */
  void forget() {
    for (Metric metric : exported()) {
      for (TimeSeries series : metric.getTimeSeriesList()) {
        if (series.getLabelValues().containsAll(owner)) {
          remove(metric.getMetricDescriptor(), series.getLabelValues());
        }
      }
    }
  }

  private static List<Metric> exported() {
    return Metrics.getExportComponent().getMetricProducerManager().getAllMetricProducer().stream()
        .flatMap(producer -> producer.getMetrics().stream())
        .filter(metric -> metric.getMetricDescriptor().getName().startsWith(PREFIX))
        .toList();
  }

  private long value(List<Metric> metrics, String name, LabelValue... labels) {
    return metrics.stream()
        .filter(metric -> metric.getMetricDescriptor().getName().equals(PREFIX + name))
        .flatMap(metric -> metric.getTimeSeriesList().stream())
        .filter(series -> series.getLabelValues().containsAll(owner))
        .filter(series -> series.getLabelValues().containsAll(List.of(labels)))
        .findFirst()
        .map(PoolMetricsReader::lastValue)
        .orElseThrow(
            () -> new IllegalStateException("the client exports no metric " + PREFIX + name));
  }

  private static long lastValue(TimeSeries series) {
    Value value = series.getPoints().get(series.getPoints().size() - 1).getValue();
    Function<Object, Long> notANumber =
        other -> {
          throw new IllegalStateException("not a number: " + other);
        };
    return value.match(Double::longValue, number -> number, notANumber, notANumber, notANumber);
  }

  /** The registry hands a metric out to whoever describes it as its first owner did. */
  private static void remove(MetricDescriptor metric, List<LabelValue> labels) {
    MetricRegistry registry = Metrics.getMetricRegistry();
    MetricOptions options =
        MetricOptions.builder()
            .setDescription(metric.getDescription())
            .setUnit(metric.getUnit())
            .setLabelKeys(metric.getLabelKeys())
            .build();
    if (metric.getType() == MetricDescriptor.Type.GAUGE_INT64) {
      registry.addDerivedLongGauge(metric.getName(), options).removeTimeSeries(labels);
    } else if (metric.getType() == MetricDescriptor.Type.CUMULATIVE_INT64) {
      registry.addDerivedLongCumulative(metric.getName(), options).removeTimeSeries(labels);
    }
  }
}
