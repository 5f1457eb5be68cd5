package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.YamlScalar;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A calibration as a profile of the mock server: YAML that says in comments what it was drawn from.
 */
public final class ProfileText {
  /** The quantiles, each with the calls that it takes to say something of it. */
  private record Level(String percent, int leastCalls) {}

  private static final List<Level> LEVELS =
      List.of(
          new Level("0", 1),
          new Level("10", 20),
          new Level("25", 8),
          new Level("50", 3),
          new Level("75", 8),
          new Level("90", 20),
          new Level("95", 60),
          new Level("99", 300),
          new Level("100", 1));

  private static final int DIGITS_OF_MILLI = 6;

  /** A microsecond is less than any of these times is known to. */
  private static final int DIGITS = 3;

  private ProfileText() {}

  /**
   * Writes the profile.
   *
   * @param calibration what was measured
   * @param fit what follows of BatchCreateSessions
   * @return the text of a file that {@code -p profile=FILE} takes
   */
  public static String of(Calibration calibration, CostFit fit) {
    List<String> lines = new ArrayList<>();
    lines.add("Measured by calibrate, suite " + calibration.suite());
    lines.add("Server " + calibration.server() + ", database " + calibration.database());
    lines.add("Client in " + (calibration.region().isEmpty() ? "?" : calibration.region()));
    lines.add(
        "Begun " + calibration.startedAt() + ", order of the waves by seed " + calibration.seed());
    lines.add("All times are those that the client saw, the network included.");
    lines.add("");
    lines.addAll(Findings.of(calibration, fit));
    StringBuilder yaml = new StringBuilder();
    lines.forEach(line -> yaml.append(("# " + oneLine(line)).stripTrailing()).append('\n'));
    yaml.append("description: ")
        .append(
            YamlScalar.quoted(
                "Calibrated from %s on %s"
                    .formatted(
                        calibration.server(), calibration.startedAt().replaceAll("T.*", ""))))
        .append("\n\nlatencies:\n");
    yaml.append("  # Alone, and apart from what its sessions add.\n");
    entry(yaml, Rpc.BATCH_CREATE_SESSIONS.methodName(), quantiles(fit.drawnNanos()));
    for (Rpc rpc : Findings.OTHERS) {
      List<MeasuredCall> calls = calibration.calls(rpc);
      if (!calls.isEmpty()) {
        entry(
            yaml,
            rpc.methodName(),
            quantiles(calls.stream().map(call -> (double) call.nanos()).toList()));
      }
    }
    notMeasured(calibration, yaml);
    CostModel model = fit.model();
    yaml.append(
            "\n# outside + (drawn - outside + perSession x sessions) x (1 + perOther x others in flight): ")
        .append(fit.name())
        .append(
            "\ncostModel: {perSession: %s, perOther: %s, outside: %s}\n"
                .formatted(
                    millis((double) model.perSessionNanos()),
                    YamlScalar.plain(
                        BigDecimal.valueOf(model.perOther())
                            .setScale(DIGITS + 1, RoundingMode.HALF_UP)),
                    millis((double) model.outsideNanos())));
    batchLimit(fit)
        .ifPresent(
            limit ->
                yaml.append("# No request brought more, and some asked for more.\nbatchLimit: ")
                    .append(limit)
                    .append('\n'));
    return yaml.append("seed: 1\n").toString();
  }

  private static void notMeasured(Calibration calibration, StringBuilder yaml) {
    List<MeasuredCall> statements = calibration.calls(Rpc.EXECUTE_STREAMING_SQL);
    if (!statements.isEmpty()) {
      yaml.append("  # Not measured: as ExecuteStreamingSql.\n");
      entry(
          yaml,
          Rpc.EXECUTE_SQL.methodName(),
          quantiles(statements.stream().map(call -> (double) call.nanos()).toList()));
    }
    List<MeasuredCall> begins = calibration.calls(Rpc.BEGIN_TRANSACTION);
    if (!begins.isEmpty()) {
      yaml.append("  # Not measured: the median of BeginTransaction.\n");
      entry(yaml, "others", millis(Findings.medianNanos(begins)));
    }
  }

  private static void entry(StringBuilder yaml, String key, String time) {
    yaml.append("  ").append(key).append(": ").append(time).append('\n');
  }

  /** The sessions that a request brings at most, where that is fewer than it may ask for. */
  private static Optional<Integer> batchLimit(CostFit fit) {
    int most = fit.calls().stream().mapToInt(MeasuredCall::created).max().orElse(0);
    List<MeasuredCall> beyond = fit.calls().stream().filter(call -> call.asked() > most).toList();
    // Only where all that asked for more got exactly as many: else the answers are short by chance.
    boolean limited =
        !beyond.isEmpty()
            && beyond.stream().allMatch(call -> call.created() == most)
            && fit.calls().stream()
                .allMatch(call -> call.created() == Math.min(call.asked(), most));
    return limited && most >= 1 && most < PoolShape.SERVICE_BATCH_LIMIT
        ? Optional.of(most)
        : Optional.empty();
  }

  private static String quantiles(List<Double> nanos) {
    double[] sorted = nanos.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return LEVELS.stream()
        .filter(level -> sorted.length >= level.leastCalls)
        .map(level -> level.percent + ": " + millis(quantile(sorted, level.percent)))
        .collect(Collectors.joining(", ", "{quantiles: {", "}}"));
  }

  /** By straight lines between the values in order, as the mock draws them. */
  private static double quantile(double[] sorted, String percent) {
    double place = Double.parseDouble(percent) / 100 * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  private static String millis(double nanos) {
    return YamlScalar.plain(
        BigDecimal.valueOf(Math.round(nanos), DIGITS_OF_MILLI)
            .setScale(DIGITS + 1, RoundingMode.HALF_UP));
  }

  /** Without anything that would end a comment or that YAML does not take. */
  private static String oneLine(String text) {
    return Arrays.stream(text.split("[\\p{Cntrl}\u0085\u2028\u2029]"))
        .collect(Collectors.joining(" "));
  }
}
