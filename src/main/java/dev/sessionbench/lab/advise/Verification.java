package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.ResultTables.MachineBound;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What a few strategies cost a load as it was measured, beside what they cost it in virtual time,
 * and whether that bears the choice out: only what lies apart in every fork counts as found, and
 * only where strategies alike would seldom lie so.
 */
final class Verification {
  /** Up to which probability chance is no explanation, with the tolerance of a rounded quotient. */
  private static final double SURE = 0.05 + 1e-9;

  private static final String NONE = "-";

  private final Advice advice;
  private final List<Candidate> finalists;
  private final Map<Candidate, CellResult> results = new LinkedHashMap<>();
  private final long fewestFailed;

  /**
   * Finds each strategy's result.
   *
   * @param advice what was simulated
   * @param finalists the choice, and its rivals
   * @param measured results, in any order; a strategy may have none
   */
  Verification(Advice advice, List<Candidate> finalists, List<CellResult> measured) {
    this.advice = advice;
    this.finalists = finalists;
    for (Candidate candidate : finalists) {
      measured.stream()
          .filter(result -> isOf(result, candidate) && !forks(result).isEmpty())
          .findFirst()
          .ifPresent(result -> results.put(candidate, result));
    }
    fewestFailed =
        results.values().stream()
            .flatMap(result -> forks(result).stream())
            .mapToLong(Costs::failed)
            .min()
            .orElse(0);
  }

  private static boolean isOf(CellResult result, Candidate candidate) {
    Map<String, String> params = result.key().params();
    String strategy = params.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
    return LabCell.strategy(strategy) == candidate.strategy()
        && params.entrySet().containsAll(candidate.chosen().entrySet());
  }

  String render() {
    TextTable table =
        new TextTable(
            List.of(
                "",
                "wait p99 (ms)",
                "virtual",
                "ratio",
                "requests",
                "virtual",
                "sessions",
                "virtual",
                "weight",
                "virtual"));
    finalists.forEach(candidate -> table.add(row(candidate)));
    boolean bound = results.values().stream().anyMatch(MachineBound::is);
    return "\nMeasured over gRPC, the medians of the forks, beside virtual time:\n\n"
        + table.render()
        + (bound ? MachineBound.FOOTNOTE + "\n" : "")
        + "\n"
        + verdict()
        + "\n";
  }

  private List<String> row(Candidate candidate) {
    Costs virtual = advice.costs(candidate);
    String name = (candidate.equals(finalists.get(0)) ? "> " : "  ") + candidate;
    CellResult result = results.get(candidate);
    List<String> measured = List.of("", NONE, NONE, NONE, NONE, NONE);
    if (result != null) {
      double wait = ResultTables.secondary(result, "acquireWaitP99").median();
      measured =
          List.of(
              isReal(result) ? " (real client)" : "",
              Numbers.oneDecimal(wait) + MachineBound.mark(result),
              virtual.waitMillis() == 0 ? NONE : Numbers.label(wait / virtual.waitMillis()),
              median(result, ResultTables.RPCS_METRIC),
              median(result, "poolMaxSessions"),
              range(weights(candidate)));
    }
    return List.of(
        name + measured.get(0),
        measured.get(1),
        Numbers.oneDecimal(virtual.waitMillis()),
        measured.get(2),
        measured.get(3),
        Long.toString(virtual.requests()),
        measured.get(4),
        Long.toString(virtual.most()),
        measured.get(5),
        Numbers.fourDigits(advice.weight(candidate)));
  }

  private static boolean isReal(CellResult result) {
    return LabCell.CLIENT.equals(result.key().params().get(LabCell.STRATEGY));
  }

  private String verdict() {
    Candidate choice = finalists.get(0);
    if (!results.containsKey(choice)) {
      return "The choice was not measured, so nothing is known of it but what was simulated.";
    }
    Map<Boolean, List<Candidate>> rivals =
        finalists.stream()
            .filter(candidate -> !candidate.equals(choice))
            .collect(Collectors.partitioningBy(results::containsKey));
    List<Candidate> measured = rivals.getOrDefault(true, List.of());
    List<Candidate> others = rivals.getOrDefault(false, List.of());
    if (measured.isEmpty()) {
      return "No rival was measured, so nothing is known of the choice but what it costs alone.";
    }
    return against(measured, choice)
        + (others.isEmpty() ? "" : "; not measured: " + names(others, ", "))
        + ".";
  }

  private String against(List<Candidate> rivals, Candidate choice) {
    DoubleSummaryStatistics own = weights(choice);
    List<Candidate> better =
        rivals.stream().filter(rival -> weights(rival).getMax() < own.getMin()).toList();
    // Of strategies alike each order of all forks is as likely; any rival may be the one that is
    // better.
    if (!better.isEmpty()) {
      double chance = rivals.stream().mapToDouble(rival -> apart(choice, rival)).sum();
      return "The choice %s: measured, %s weighs less %s"
          .formatted(
              chance <= SURE ? "does not stand" : "seems not to stand",
              names(better, " and "),
              inForks(choice, better, chance));
    }
    List<Candidate> close =
        rivals.stream().filter(rival -> weights(rival).getMin() <= own.getMax()).toList();
    if (!close.isEmpty()) {
      return "Nothing speaks against the choice, but the forks do not tell it from %s"
          .formatted(names(close, " or "));
    }
    double chance = rivals.stream().mapToDouble(rival -> apart(choice, rival)).max().orElse(1);
    return "The choice %s: measured, it weighs the least %s"
        .formatted(chance <= SURE ? "stands" : "seems to stand", inForks(choice, rivals, chance));
  }

  /** How likely all forks of one strategy weigh less than all of another that is no better. */
  private double apart(Candidate choice, Candidate rival) {
    return RankTest.smallestPValue(
            (int) weights(choice).getCount(), (int) weights(rival).getCount())
        / 2;
  }

  /** In how many forks something was found; a strategy has fewer than another where one failed. */
  private String inForks(Candidate choice, List<Candidate> rivals, double chance) {
    LongSummaryStatistics forks =
        Stream.concat(Stream.of(choice), rivals.stream())
            .mapToLong(candidate -> weights(candidate).getCount())
            .summaryStatistics();
    String all =
        forks.getMin() == forks.getMax()
            ? forks.getMax() == 1
                ? "in the one fork of each"
                : "in every one of %d forks of each".formatted(forks.getMin())
            : "in every fork, of which each has from %d to %d"
                .formatted(forks.getMin(), forks.getMax());
    double percent = 100 * Math.min(1, chance);
    return "%s (so would strategies that weigh alike, in %s %% of such measurements)"
        .formatted(all, String.format(Locale.ROOT, percent < 1 ? "%.1f" : "%.0f", percent));
  }

  private static String names(List<Candidate> candidates, String between) {
    return candidates.stream().map(Candidate::toString).collect(Collectors.joining(between));
  }

  private static String range(DoubleSummaryStatistics weights) {
    String least = Numbers.fourDigits(weights.getMin());
    String most = Numbers.fourDigits(weights.getMax());
    return least.equals(most) ? least : least + " to " + most;
  }

  /** What each fork weighs; infinite for one that refuses callers whom another serves. */
  private DoubleSummaryStatistics weights(Candidate candidate) {
    CellResult result = results.get(candidate);
    DoubleStream weights =
        result == null
            ? DoubleStream.empty()
            : forks(result).stream()
                .mapToDouble(
                    costs ->
                        costs.failed() > fewestFailed
                            ? Double.POSITIVE_INFINITY
                            : costs.weight(advice.units()));
    return weights.summaryStatistics();
  }

  /** What each fork has cost, but those without one of the figures that are weighed. */
  private static List<Costs> forks(CellResult result) {
    List<Costs> costs = new ArrayList<>();
    int forks = result.primaryMetric().rawData().size();
    for (int fork = 0; fork < forks; fork++) {
      double millis = figure(result, CellResult.SCORE, fork, forks);
      double failed = figure(result, "failedCallers", fork, forks);
      double wait = figure(result, "acquireWaitP99", fork, forks);
      double requests = figure(result, ResultTables.RPCS_METRIC, fork, forks);
      double idleSeconds = figure(result, "idleSessionSeconds", fork, forks);
      double idle = idleSeconds / Math.max(1 / Nanos.PER_MILLI, millis / 1_000);
      if (Double.isFinite(failed + wait + requests + idle)) {
        costs.add(
            new Costs(
                Math.round(failed),
                wait,
                Math.round(requests),
                idle,
                Math.round(figure(result, "sessionsCreated", fork, forks)),
                Math.round(figure(result, "poolMaxSessions", fork, forks))));
      }
    }
    return costs;
  }

  /** NaN for none, and where not all forks have one, as then whose is whose is not known. */
  private static double figure(CellResult result, String metric, int fork, int forks) {
    List<List<Double>> values = result.metric(metric).map(Metric::rawData).orElse(List.of());
    return values.size() == forks
        ? Sample.ofForks(values.subList(fork, fork + 1)).median()
        : Double.NaN;
  }

  private static String median(CellResult result, String metric) {
    return Numbers.label(ResultTables.secondary(result, metric).median());
  }
}
