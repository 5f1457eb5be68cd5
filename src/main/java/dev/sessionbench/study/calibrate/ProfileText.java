package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.study.calibrate.Calibration.MeasuredCall;
import dev.sessionbench.study.calibrate.Calibration.Pair;
import dev.sessionbench.study.calibrate.Calibration.Times;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Describes a calibration as text, and as a profile of the mock server: YAML with that text in
 * comments.
 */
public final class ProfileText {
  /** The measured methods other than BatchCreateSessions. */
  private static final List<Rpc> OTHERS =
      List.of(Rpc.EXECUTE_STREAMING_SQL, Rpc.BEGIN_TRANSACTION, Rpc.COMMIT, Rpc.ROLLBACK);

  /** The quantiles in percent, each with the calls needed to report it. */
  private static final int[][] LEVELS = {
    {0, 1}, {10, 20}, {25, 8}, {50, 3}, {75, 8}, {90, 20}, {95, 60}, {99, 300}, {100, 1}
  };

  private static final int DIGITS_OF_MILLI = 6;

  /**
   * The digits of a time: a tenth of a microsecond, finer than the precision of any of these times.
   */
  private static final int DIGITS = 4;

  private ProfileText() {}

  /**
   * Describes the measurements.
   *
   * @param calibration what was measured
   * @return lines
   */
  public static List<String> findings(Calibration calibration) {
    List<String> lines = new ArrayList<>();
    List<Column<Map.Entry<Pair, Times>>> columns =
        List.of(
            new Column<>('l', "sessions", e -> Integer.toString(e.getKey().sessions())),
            Column.of("in flight", e -> Integer.toString(e.getKey().inFlight())),
            Column.of("requests", e -> Integer.toString(e.getValue().count())),
            Column.of("p50 ms", e -> e.getValue().millis(0.5)),
            Column.of("p95 ms", e -> e.getValue().millis(0.95)));
    TextTable table = TextTable.of(List.copyOf(calibration.pairs().entrySet()), columns);
    lines.add("BatchCreateSessions, by the sessions that came back and the requests in flight");
    lines.addAll(table.render().lines().toList());
    lines.add("");
    for (Rpc rpc : OTHERS) {
      List<MeasuredCall> calls = calibration.calls(rpc);
      lines.add(
          calls.isEmpty()
              ? rpc.methodName() + ": not measured"
              : "%s: median %s ms, %d calls"
                  .formatted(rpc.methodName(), Times.of(calls).millis(0.5), calls.size()));
    }
    lines.add(network(calibration));
    addTroubles(lines, calibration);
    return lines;
  }

  private static String network(Calibration calibration) {
    List<Long> outside =
        calibration.calls().stream()
            .filter(call -> call.serverNanos() != MeasuredCall.UNKNOWN)
            .map(call -> call.nanos() - call.serverNanos())
            .sorted()
            .toList();
    return outside.isEmpty()
        ? "Network: unknown, as the server sends no server-timing header"
        : "Network and client: median %s ms beyond the server-timing header, which is in whole ms (%d calls); part of all times here"
            .formatted(new Times(outside).millis(0.5), outside.size());
  }

  private static void addTroubles(List<String> lines, Calibration calibration) {
    List<MeasuredCall> creations = calibration.calls(Rpc.BATCH_CREATE_SESSIONS);
    long few = creations.stream().filter(call -> call.created() < call.asked()).count();
    if (few > 0) {
      lines.add(
          "%d of %d BatchCreateSessions returned fewer sessions than requested"
              .formatted(few, creations.size()));
    }
    new TreeMap<>(calibration.failures())
        .forEach((what, count) -> lines.add("%d x %s".formatted(count, what)));
    if (!calibration.stopped().isEmpty()) {
      lines.add(
          "Stopped after %d of %d BatchCreateSessions: %s"
              .formatted(creations.size(), calibration.plannedRequests(), calibration.stopped()));
    }
  }

  /**
   * Writes the profile.
   *
   * @param calibration the measurements, with at least one pair
   * @return the text of a file that {@code -p profile=FILE} takes
   */
  public static String of(Calibration calibration) {
    String begun = calibration.startedAt();
    List<String> yaml =
        new ArrayList<>(
            List.of(
                "Measured by calibrate, suite " + calibration.suite(),
                "Server " + calibration.server() + ", database " + calibration.database(),
                "Begun %s, order of the waves by seed %d".formatted(begun, calibration.seed()),
                "All times are those that the client saw, the network included.",
                ""));
    yaml.addAll(findings(calibration));
    yaml.replaceAll(line -> ("# " + oneLine(line)).stripTrailing());
    String from = "Calibrated from " + calibration.server() + " on " + begun.replaceAll("T.*", "");
    yaml.add("description: " + YamlText.quoted(from));
    yaml.addAll(List.of("", "latencies:", "  BatchCreateSessions:", "    measured:"));
    calibration
        .pairs()
        .forEach(
            (pair, times) ->
                yaml.add(
                    "      - {sessions: %d, inFlight: %d, %s}"
                        .formatted(pair.sessions(), pair.inFlight(), quantiles(times))));
    OTHERS.forEach(rpc -> entry(yaml, rpc.methodName(), calibration.calls(rpc)));
    List<MeasuredCall> statements = calibration.calls(Rpc.EXECUTE_STREAMING_SQL);
    if (!statements.isEmpty()) {
      yaml.add("  # Not measured: as ExecuteStreamingSql.");
      entry(yaml, Rpc.EXECUTE_SQL.methodName(), statements);
    }
    List<MeasuredCall> begins = calibration.calls(Rpc.BEGIN_TRANSACTION);
    if (!begins.isEmpty()) {
      yaml.add("  # Not measured: the median of BeginTransaction.");
      yaml.add("  others: " + millis(Times.of(begins).quantile(0.5)));
    }
    List<MeasuredCall> creations = calibration.calls(Rpc.BATCH_CREATE_SESSIONS);
    int most = creations.stream().mapToInt(MeasuredCall::created).max().orElse(0);
    if (isBatchLimit(creations, most)) {
      yaml.add("# No request returned more sessions, and some requested more.");
      yaml.add("batchLimit: " + most);
    }
    return String.join("\n", yaml) + "\nseed: 1\n";
  }

  private static void entry(List<String> yaml, String method, List<MeasuredCall> calls) {
    if (!calls.isEmpty()) {
      yaml.add("  %s: {%s}".formatted(method, quantiles(Times.of(calls))));
    }
  }

  /** Whether requests create at most this many sessions, and fewer than they may ask for. */
  private static boolean isBatchLimit(List<MeasuredCall> creations, int most) {
    // Only if all that asked for more got exactly as many; otherwise the answers are short by
    // chance.
    return most >= 1
        && most < PoolShape.SERVICE_BATCH_LIMIT
        && creations.stream().anyMatch(call -> call.asked() > most)
        && creations.stream().allMatch(call -> call.created() == Math.min(call.asked(), most));
  }

  private static String quantiles(Times times) {
    return Arrays.stream(LEVELS)
        .filter(level -> times.count() >= level[1])
        .map(level -> level[0] + ": " + millis(times.quantile(level[0] / 100.0)))
        .collect(Collectors.joining(", ", "quantiles: {", "}"));
  }

  private static String millis(double nanos) {
    return Codec.plain(
        BigDecimal.valueOf(Math.round(nanos), DIGITS_OF_MILLI)
            .setScale(DIGITS, RoundingMode.HALF_UP));
  }

  /** Removes characters that would end a comment or that YAML does not allow. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\u0085\u2028\u2029]", " ");
  }
}
