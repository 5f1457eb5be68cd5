package dev.sessionbench.client;

import io.opencensus.common.Function;
import io.opencensus.metrics.LabelValue;
import io.opencensus.metrics.Metrics;
import io.opencensus.metrics.export.Metric;
import io.opencensus.metrics.export.MetricProducer;
import io.opencensus.metrics.export.TimeSeries;
import io.opencensus.metrics.export.Value;
import java.util.List;

/**
 * Reads the metrics of one client's pool from the OpenCensus registry of this process.
 *
 * <p>Needs {@code opencensus-impl} on the class path: with the API alone the registry drops all
 * that is put in, and every figure would be missing.
 */
final class PoolMetricsReader {
  private static final String PREFIX = "cloud.google.com/java/spanner/";
  private static final String REGULAR = "false";
  private static final String MULTIPLEXED = "true";

  private final String clientId;

  /**
   * A reader for one client.
   *
   * @param clientId the label {@code client_id} of its metrics; unique in this process
   */
  PoolMetricsReader(String clientId) {
    this.clientId = clientId;
  }

  /**
   * The metrics as of now.
   *
   * @throws IllegalStateException if the client exports a metric no longer, or exports none because
   *     the OpenCensus implementation is not on the class path
   */
  PoolMetrics read() {
    return new PoolMetrics(
        value("max_in_use_sessions"),
        value("num_sessions_in_pool", "num_in_use_sessions"),
        value("num_sessions_in_pool", "num_read_sessions"),
        value("num_acquired_sessions", REGULAR),
        value("num_released_sessions", REGULAR),
        value("get_session_timeouts"),
        value("num_acquired_sessions", MULTIPLEXED));
  }

  private long value(String name, String... labels) {
    for (MetricProducer producer :
        Metrics.getExportComponent().getMetricProducerManager().getAllMetricProducer()) {
      for (Metric metric : producer.getMetrics()) {
        if (metric.getMetricDescriptor().getName().equals(PREFIX + name)) {
          for (TimeSeries series : metric.getTimeSeriesList()) {
            if (hasLabels(series, labels)) {
              return lastValue(series);
            }
          }
        }
      }
    }
    throw new IllegalStateException(
        "the client exports no metric " + PREFIX + name + " for client_id " + clientId);
  }

  private boolean hasLabels(TimeSeries series, String... labels) {
    List<LabelValue> present = series.getLabelValues();
    if (!present.contains(LabelValue.create(clientId))) {
      return false;
    }
    for (String label : labels) {
      if (!present.contains(LabelValue.create(label))) {
        return false;
      }
    }
    return true;
  }

  private static long lastValue(TimeSeries series) {
    Value value = series.getPoints().get(series.getPoints().size() - 1).getValue();
    Function<Object, Long> notANumber =
        other -> {
          throw new IllegalStateException("not a number: " + other);
        };
    return value.match(Double::longValue, number -> number, notANumber, notANumber, notANumber);
  }
}
