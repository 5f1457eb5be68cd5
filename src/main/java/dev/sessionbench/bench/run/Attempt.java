package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import java.util.Locale;
import java.util.Optional;

/**
 * How a fork ended.
 *
 * @param result what it measured; nothing where it failed
 * @param failure why it failed; empty where it did not
 */
public record Attempt(Optional<CellResult> result, String failure) {
  private static final String MEDIAN = "50.0";
  private static final String PER_OPERATION = "/op";

  /** For people: {@code 801.0 ms, 16 RPCs}, or {@code FAILED (reason)}. */
  public String words() {
    return result.map(Attempt::measured).orElse("FAILED (" + failure + ")");
  }

  private static String measured(CellResult result) {
    Metric primary = result.primaryMetric();
    double median = primary.scorePercentiles().getOrDefault(MEDIAN, primary.score());
    String unit = primary.scoreUnit();
    String score =
        unit.endsWith(PER_OPERATION)
            ? String.format(Locale.ROOT, "%.1f %s", median, unit.replace(PER_OPERATION, ""))
            : String.format(Locale.ROOT, "%.3f %s", median, unit);
    return result
        .metric(RunMetric.RPCS.key())
        .map(rpcs -> score + String.format(Locale.ROOT, ", %.0f RPCs", rpcs.score()))
        .orElse(score);
  }
}
