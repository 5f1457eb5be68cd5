package dev.sessionbench.gate;

import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyMetric;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts the results of single forks together. A fork's value is the median of its runs; a block
 * counts when both arms are there.
 */
final class CellDataBuilder {
  private final Policy policy;
  private final Map<Stage, SortedMap<Integer, Map<Arm, CellResult>>> forks =
      new EnumMap<>(Stage.class);
  private final List<String> failures = new ArrayList<>();

  CellDataBuilder(Policy policy) {
    this.policy = policy;
  }

  void add(Stage stage, int block, Arm arm, CellResult result) {
    if (stage == Stage.PILOT) {
      // It is there for its duration alone.
      return;
    }
    stage(stage).computeIfAbsent(block, b -> new EnumMap<>(Arm.class)).put(arm, result);
  }

  void addFailure(Stage stage, int block, Arm arm, String reason) {
    failures.add("%s, %s block %s: %s".formatted(arm, stage.folder(), block, reason));
  }

  CellData build(int planned) {
    return failures.isEmpty() && forks.isEmpty()
        ? CellData.NONE
        : new CellData(planned, series(Stage.BLOCKS), series(Stage.CONFIRMATION), failures);
  }

  private SortedMap<Integer, Map<Arm, CellResult>> stage(Stage stage) {
    return forks.computeIfAbsent(stage, s -> new TreeMap<>());
  }

  private Map<String, Series> series(Stage stage) {
    Map<String, Series> all = new LinkedHashMap<>();
    for (String name : policy.metrics().keySet()) {
      List<Series.Pair> pairs = new ArrayList<>();
      String unit = "";
      for (Map<Arm, CellResult> block : stage(stage).values()) {
        CellResult base = block.get(Arm.BASE);
        CellResult head = block.get(Arm.HEAD);
        if (base != null && head != null) {
          pairs.add(new Series.Pair(value(base, name), value(head, name), first(base, head)));
          unit = unit(head, name).orElse(unit);
        }
      }
      if (!pairs.isEmpty()) {
        all.put(name, new Series(unit, pairs));
      }
    }
    return all;
  }

  private static Arm first(CellResult base, CellResult head) {
    return position(base) <= position(head) ? Arm.BASE : Arm.HEAD;
  }

  private static int position(CellResult result) {
    List<ForkConditions> conditions = result.forkConditions();
    return conditions == null || conditions.isEmpty() ? 0 : conditions.get(0).position();
  }

  private Optional<String> unit(CellResult result, String name) {
    PolicyMetric rules = policy.metric(name);
    return rules.per().isPresent()
        ? Optional.of("x")
        : result.metric(rules.of().orElse(name)).map(Metric::scoreUnit);
  }

  private double value(CellResult result, String name) {
    PolicyMetric rules = policy.metric(name);
    double value = median(result, rules.of().orElse(name));
    return rules.per().map(part -> value / median(result, part) - 1).orElse(value);
  }

  /** The median of a fork's runs; NaN where one of them has no value: what fails is not dropped. */
  private static double median(CellResult result, String name) {
    List<List<Double>> runs = result.metric(name).map(Metric::rawData).orElse(List.of());
    return runs.stream().flatMap(List::stream).allMatch(Double::isFinite)
        ? Sample.ofForks(runs).median()
        : Double.NaN;
  }
}
