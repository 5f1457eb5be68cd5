package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a calibration found, in words. */
public final class Findings {
  /** The methods that are measured besides BatchCreateSessions. */
  static final List<Rpc> OTHERS =
      List.of(Rpc.EXECUTE_STREAMING_SQL, Rpc.BEGIN_TRANSACTION, Rpc.COMMIT, Rpc.ROLLBACK);

  private Findings() {}

  /**
   * The findings.
   *
   * @param calibration what was measured
   * @param fit what follows of BatchCreateSessions
   * @return lines
   */
  public static List<String> of(Calibration calibration, CostFit fit) {
    List<String> lines = new ArrayList<>();
    lines.add("BatchCreateSessions: " + fit.name());
    lines.add("  base         %s ms".formatted(millis(fit.baseNanos())));
    lines.add(
        fit.outsideNanos() == 0
            ? "  outside      unknown: the times are the server's and the network's together"
            : "  outside      %s ms for the network and the client"
                .formatted(millis(fit.outsideNanos())));
    lines.add("  per session  %s".formatted(effect(fit.perSession(), Nanos.PER_MILLI, " ms")));
    lines.add("  per other    %s".formatted(effect(fit.perOther(), 1, "")));
    if (fit.byAll()) {
      lines.add(
          "  A request is slowed by all that run with it, also by those sent after it. The mock's is"
              + " slowed by those before it alone.");
    }
    if (fit.name().equals("cannot tell")) {
      lines.add(
          "  What cannot be told is left out of the profile; a larger budget (--sessions) tells more.");
    }
    lines.add("");
    lines.addAll(table(fit).render().lines().toList());
    lines.add("");
    for (Rpc rpc : OTHERS) {
      lines.add(method(rpc, calibration.calls(rpc)));
    }
    lines.addAll(network(calibration));
    lines.addAll(troubles(calibration));
    return lines;
  }

  private static String effect(Effect effect, double unit, String unitName) {
    Interval i = effect.interval();
    String presence =
        switch (effect.presence()) {
          case PRESENT -> "";
          case ABSENT -> ", too little to matter: taken as 0";
          case CANNOT_TELL -> ", cannot tell whether it matters: taken as 0";
        };
    return Double.isInfinite(i.low())
        ? "unknown" + presence
        : "%s%s [%s, %s]%s"
            .formatted(
                Numbers.fourDigits(effect.estimate() / unit),
                unitName,
                Numbers.fourDigits(i.low() / unit),
                Numbers.fourDigits(i.high() / unit),
                presence);
  }

  /** The fit beside the data. */
  static TextTable table(CostFit fit) {
    TextTable table =
        new TextTable(List.of("sessions", "in flight", "requests", "median ms", "fitted ms"));
    Map<Integer, Map<Integer, List<MeasuredCall>>> cells =
        fit.calls().stream()
            .collect(
                Collectors.groupingBy(
                    MeasuredCall::created,
                    TreeMap::new,
                    Collectors.groupingBy(fit::inFlight, TreeMap::new, Collectors.toList())));
    cells.forEach(
        (sessions, byInFlight) ->
            byInFlight.forEach(
                (inFlight, calls) -> {
                  if (WavePlan.TOGETHER.contains(inFlight)) {
                    table.add(
                        List.of(
                            Integer.toString(sessions),
                            Integer.toString(inFlight),
                            Integer.toString(calls.size()),
                            millis(medianNanos(calls)),
                            millis(fit.fittedNanos(sessions, inFlight))));
                  }
                }));
    return table;
  }

  private static String method(Rpc rpc, List<MeasuredCall> calls) {
    return calls.isEmpty()
        ? rpc.methodName() + ": not measured"
        : "%s: median %s ms, %d calls"
            .formatted(rpc.methodName(), millis(medianNanos(calls)), calls.size());
  }

  private static List<String> network(Calibration calibration) {
    List<MeasuredCall> told =
        calibration.calls().stream()
            .filter(call -> call.serverNanos() != MeasuredCall.UNKNOWN)
            .toList();
    if (told.isEmpty()) {
      return List.of("Network: unknown, as the server sends no server-timing header");
    }
    double[] outside =
        told.stream().mapToDouble(call -> (double) (call.nanos() - call.serverNanos())).toArray();
    return List.of(
        "Network and client: median %s ms beyond the server-timing header, which is in whole ms (%d calls); part of all times here"
            .formatted(millis(Sample.median(outside)), told.size()));
  }

  private static List<String> troubles(Calibration calibration) {
    List<String> lines = new ArrayList<>();
    List<MeasuredCall> creations = calibration.calls(Rpc.BATCH_CREATE_SESSIONS);
    long few = creations.stream().filter(call -> call.created() < call.asked()).count();
    if (few > 0) {
      lines.add(
          "%d of %d BatchCreateSessions brought fewer sessions than were asked for"
              .formatted(few, creations.size()));
    }
    new TreeMap<>(calibration.failures())
        .forEach((what, count) -> lines.add("%d x %s".formatted(count, what)));
    if (!calibration.stopped().isEmpty()) {
      lines.add(
          "Stopped after %d of %d BatchCreateSessions: %s"
              .formatted(creations.size(), calibration.plannedRequests(), calibration.stopped()));
    }
    return lines;
  }

  static double medianNanos(List<MeasuredCall> calls) {
    return Sample.median(calls.stream().mapToDouble(call -> (double) call.nanos()).toArray());
  }

  static String millis(double nanos) {
    return Numbers.fourDigits(nanos / Nanos.PER_MILLI);
  }
}
