package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.RunMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects what a run showed and what is wrong with it. Probes fill it. */
public final class TrialReport {
  private final List<MetricValue> metrics = new ArrayList<>();
  private final List<Curve> curves = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** The metrics of the run. */
  public List<MetricValue> metrics() {
    return List.copyOf(metrics);
  }

  /** The curves of the run. */
  public List<Curve> curves() {
    return List.copyOf(curves);
  }

  /** One sentence for each contradiction; empty for a sound run. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Adds a count. */
  void add(RunMetric metric, long value) {
    add(metric, (double) value);
  }

  /** Adds a metric in its unit; NaN if the run has no value. */
  void add(RunMetric metric, double value) {
    metrics.add(new MetricValue(metric.key(), value, metric.unit()));
  }

  /** Adds a time, given in nanoseconds and reported in milliseconds. */
  void millis(RunMetric metric, long nanos) {
    millis(metric, (double) nanos);
  }

  /** Adds a time in nanoseconds, reported in milliseconds; NaN if the run has no value. */
  void millis(RunMetric metric, double nanos) {
    add(metric, nanos / Nanos.PER_MILLI);
  }

  /** Adds a curve. */
  void curve(Curve curve) {
    curves.add(curve);
  }

  /** Adds one sentence if something is wrong. */
  void complainIf(boolean wrong, String complaint, Object... values) {
    if (wrong) {
      complaints.add(String.format(Locale.ROOT, complaint, values));
    }
  }

  /**
   * The value of one metric of one run.
   *
   * @param name the name under which results carry it
   * @param value the value; NaN if the run has no value
   * @param unit its unit: {@code #} for counts
   */
  public record MetricValue(String name, double value, String unit) {}

  /** Reads metrics and curves from what was counted in a run, or checks that the run is valid. */
  @FunctionalInterface
  public interface Probe {
    /**
     * Reads its metrics or makes its checks.
     *
     * @param seen what was counted
     * @param report receives what is found
     */
    void read(Observation seen, TrialReport report);
  }
}
