package dev.sessionbench.gate.judge;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How often gates said what.
 *
 * @param gates the number of gates
 * @param outcomes how many had each outcome
 * @param regressed in how many of them a metric had regressed or a count changed in some cell, by
 *     the metric's label
 */
public record Tally(int gates, Map<Outcome, Integer> outcomes, Map<String, Integer> regressed) {
  /**
   * Counts verdicts.
   *
   * @param judgements at least one verdict
   * @return the counts
   */
  public static Tally of(List<Judgement> judgements) {
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    Map<String, Integer> regressed = new LinkedHashMap<>();
    for (Judgement judgement : judgements) {
      outcomes.merge(judgement.outcome(), 1, Integer::sum);
      Stream.of(Outcome.REGRESSED, Outcome.CHANGED)
          .flatMap(outcome -> judgement.of(outcome).stream())
          .map(Finding::label)
          .distinct()
          .sorted()
          .forEach(label -> regressed.merge(label, 1, Integer::sum));
    }
    return new Tally(judgements.size(), outcomes, regressed);
  }

  /** How many had an outcome. */
  public int of(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0);
  }
}
