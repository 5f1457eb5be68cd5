package dev.sessionbench.lab.advise;

import static dev.sessionbench.base.text.Numbers.oneDecimal;
import static java.lang.Double.POSITIVE_INFINITY;

import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
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
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the measured costs of a few strategies with their simulated costs, and says whether the
 * choice stands. A difference counts as found only if it holds between all forks. It must also be
 * improbable between equal strategies.
 */
final class Verification {
  /**
   * The highest probability at which chance is ruled out, with the tolerance of a rounded quotient.
   */
  private static final double SURE = 0.05 + 1e-9;

  private static final String NONE = "-";
  private static final String TOO_BUSY =
      "The machine was too busy to compare, so the choice is not judged: %s. Measure again on a quiet one.";

  private final Advice advice;
  private final List<Candidate> finalists;
  private final Map<Candidate, CellResult> results = new LinkedHashMap<>();

  /** The fewest callers that any fork refused. */
  private final long fewestFailed;

  /**
   * Finds each strategy's result.
   *
   * @param advice the result of the simulations
   * @param finalists the choice, and its rivals
   * @param loads the name of each candidate's load file
   * @param measured results, in any order; a strategy may have none
   */
  Verification(
      Advice advice,
      List<Candidate> finalists,
      Function<Candidate, String> loads,
      List<CellResult> measured) {
    this.advice = advice;
    this.finalists = finalists;
    for (CellResult result : measured) {
      finalists.stream()
          .filter(candidate -> isOf(result, candidate, loads) && !forks(result).isEmpty())
          .forEach(candidate -> results.putIfAbsent(candidate, result));
    }
    Stream<Costs> forks = results.values().stream().flatMap(result -> forks(result).stream());
    fewestFailed = forks.mapToLong(Costs::failed).min().orElse(0);
  }

  private static boolean isOf(
      CellResult result, Candidate candidate, Function<Candidate, String> loads) {
    Map<String, String> params = result.key().params();
    String strategy = params.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
    return LabCell.strategy(strategy) == candidate.strategy()
        && params.entrySet().containsAll(candidate.chosen().entrySet())
        && (candidate.bounds().isEmpty()
            || params.getOrDefault(FileParameters.LOAD, "").endsWith(loads.apply(candidate)));
  }

  /**
   * The comparison.
   *
   * @param disturbance what else used the machine; empty if it was quiet
   */
  String render(Optional<String> disturbance) {
    List<Column<Candidate>> columns =
        List.of(
            new Column<>('l', "", this::name),
            measured("wait p99 (ms)", (c, r) -> oneDecimal(wait(r)) + MachineBound.mark(r)),
            virtual(costs -> oneDecimal(costs.waitMillis())),
            measured("ratio", this::ratio),
            measured("requests", (c, r) -> median(r, ResultTables.RPCS_METRIC)),
            virtual(costs -> Long.toString(costs.requests())),
            measured("sessions", (c, r) -> median(r, RunMetric.MAX_SESSIONS.key())),
            virtual(costs -> Long.toString(costs.most())),
            measured("weight", (c, r) -> range(weights(c))),
            Column.of("virtual", c -> Numbers.fourDigits(advice.weight(c))));
    boolean bound = results.values().stream().anyMatch(MachineBound::is);
    return "\nMeasured over gRPC, the medians of the forks, beside virtual time:\n\n"
        + TextTable.of(finalists, columns).render()
        + (bound ? MachineBound.FOOTNOTE + "\n" : "")
        + "\n"
        + disturbance.map(TOO_BUSY::formatted).orElseGet(this::verdict)
        + "\n";
  }

  private String name(Candidate candidate) {
    CellResult result = results.get(candidate);
    boolean real =
        result != null && LabCell.CLIENT.equals(result.key().params().get(LabCell.STRATEGY));
    String mark = candidate.equals(finalists.get(0)) ? "> " : "  ";
    return mark + candidate + (real ? " (real client)" : "");
  }

  private Column<Candidate> measured(
      String heading, BiFunction<Candidate, CellResult, String> cell) {
    return Column.of(
        heading,
        candidate -> {
          CellResult result = results.get(candidate);
          return result == null ? NONE : cell.apply(candidate, result);
        });
  }

  private Column<Candidate> virtual(Function<Costs, String> cell) {
    return Column.of("virtual", candidate -> cell.apply(advice.costs(candidate)));
  }

  private String ratio(Candidate candidate, CellResult result) {
    double virtual = advice.costs(candidate).waitMillis();
    return virtual == 0 ? NONE : Numbers.label(wait(result) / virtual);
  }

  private static double wait(CellResult result) {
    return ResultTables.secondary(result, RunMetric.WAIT_P99.key()).median();
  }

  private String verdict() {
    Candidate choice = finalists.get(0);
    if (!results.containsKey(choice)) {
      return "The choice was not measured, so nothing is known of it but what was simulated.";
    }
    List<Candidate> rivals = finalists.subList(1, finalists.size());
    List<Candidate> measured = rivals.stream().filter(results::containsKey).toList();
    List<Candidate> others = rivals.stream().filter(c -> !results.containsKey(c)).toList();
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
    // If strategies are equal, each order of all forks is equally likely. Any rival may be the
    // better one.
    if (!better.isEmpty()) {
      double chance = rivals.stream().mapToDouble(rival -> apart(choice, rival)).sum();
      String stands = chance <= SURE ? "does not stand" : "seems not to stand";
      return "The choice %s: measured, %s weighs less %s"
          .formatted(stands, names(better, " and "), inForks(choice, better, chance));
    }
    List<Candidate> close =
        rivals.stream().filter(rival -> weights(rival).getMin() <= own.getMax()).toList();
    if (!close.isEmpty()) {
      return "Nothing speaks against the choice, but the forks do not separate it from %s"
          .formatted(names(close, " or "));
    }
    double chance = rivals.stream().mapToDouble(rival -> apart(choice, rival)).max().orElse(1);
    return "The choice %s: measured, it weighs the least %s"
        .formatted(chance <= SURE ? "stands" : "seems to stand", inForks(choice, rivals, chance));
  }

  /**
   * The probability that all forks of one strategy weigh less than all of another that is no
   * better.
   */
  private double apart(Candidate choice, Candidate rival) {
    return RankTest.smallestPValue(
            (int) weights(choice).getCount(), (int) weights(rival).getCount())
        / 2;
  }

  /**
   * In how many forks something was found. A strategy with a failed fork has fewer than another.
   */
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

  /** The weight of each fork; infinite if it refuses more callers than another. */
  private DoubleSummaryStatistics weights(Candidate candidate) {
    return forks(Objects.requireNonNull(results.get(candidate))).stream()
        .mapToDouble(
            fork -> fork.failed() > fewestFailed ? POSITIVE_INFINITY : fork.weight(advice.units()))
        .summaryStatistics();
  }

  /** The costs of each fork; forks that lack a weighed metric are left out. */
  private static List<Costs> forks(CellResult result) {
    List<Costs> costs = new ArrayList<>();
    for (int fork = 0; fork < result.primaryMetric().rawData().size(); fork++) {
      double failed = metric(result, RunMetric.FAILED_CALLERS.key(), fork);
      double wait = metric(result, RunMetric.WAIT_P99.key(), fork);
      double requests = metric(result, ResultTables.RPCS_METRIC, fork);
      double seconds = Math.max(1e-6, metric(result, CellResult.SCORE, fork) / 1_000);
      double idle = metric(result, RunMetric.IDLE_SECONDS.key(), fork) / seconds;
      if (Double.isFinite(failed + wait + requests + idle)) {
        long created = Math.round(metric(result, RunMetric.CREATED.key(), fork));
        long most = Math.round(metric(result, RunMetric.MAX_SESSIONS.key(), fork));
        costs.add(new Costs(Math.round(failed), wait, Math.round(requests), idle, created, most));
      }
    }
    return costs;
  }

  /**
   * A metric of a fork. NaN if it has none, or if other forks lack it: then the values cannot be
   * assigned to forks.
   */
  private static double metric(CellResult result, String name, int fork) {
    List<List<Double>> values = result.metric(name).map(Metric::rawData).orElse(List.of());
    return values.size() == result.primaryMetric().rawData().size()
        ? Sample.ofForks(values.subList(fork, fork + 1)).median()
        : Double.NaN;
  }

  private static String median(CellResult result, String metric) {
    return Numbers.label(ResultTables.secondary(result, metric).median());
  }
}
