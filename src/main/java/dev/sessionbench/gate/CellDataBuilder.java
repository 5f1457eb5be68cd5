package dev.sessionbench.gate;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Puts the results of single forks together. A fork's value is the median of its runs; a block
 * counts when both arms are there.
 */
final class CellDataBuilder {
  private static final String OWN_PROPERTIES = "-Dsessionbench.";

  /**
   * The work that was done, and where callers may be refused what was not: one sum in all forks.
   */
  private static final String WORK = "poolAcquired";

  private static final String REFUSED = "failedCallers";

  private final Policy policy;
  private final int planned;

  /** The benchmark parameters that an arm sets: in these the other may differ. */
  private final Set<String> setByArms = new HashSet<>();

  /** Whether neither arm was told to do anything else than the other. */
  private final boolean toldAlike;

  private final Map<Stage, SortedMap<Integer, Map<Arm, CellResult>>> forks =
      new EnumMap<>(Stage.class);
  private final Set<String> failures = new LinkedHashSet<>();

  CellDataBuilder(Policy policy, GatePlan plan) {
    this.policy = policy;
    planned = plan.plannedBlocks();
    for (Arm arm : Arm.values()) {
      setByArms.addAll(plan.arm(arm).params().keySet());
    }
    toldAlike = plan.base().params().equals(plan.head().params());
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

  CellData build() {
    if (failures.isEmpty() && forks.isEmpty()) {
      return CellData.NONE;
    }
    Map<String, Series> blocks = series(Stage.BLOCKS);
    Map<String, Series> confirmation = series(Stage.CONFIRMATION);
    // A fork that failed speaks for itself, and no block comes after it.
    List<String> losses =
        failures.isEmpty()
            ? Stream.of(Stage.BLOCKS, Stage.CONFIRMATION).flatMap(this::losses).toList()
            : List.of();
    return new CellData(planned, blocks, confirmation, List.copyOf(failures), losses);
  }

  /** The blocks up to the last one that do not have both forks. */
  private Stream<String> losses(Stage stage) {
    SortedMap<Integer, Map<Arm, CellResult>> blocks = stage(stage);
    return IntStream.rangeClosed(1, blocks.isEmpty() ? 0 : blocks.lastKey())
        .filter(block -> blocks.getOrDefault(block, Map.of()).size() < Arm.values().length)
        .mapToObj(block -> "%s block %s does not have both forks".formatted(stage.folder(), block));
  }

  private SortedMap<Integer, Map<Arm, CellResult>> stage(Stage stage) {
    return forks.computeIfAbsent(stage, s -> new TreeMap<>());
  }

  private Map<String, Series> series(Stage stage) {
    Map<String, Series> all = new LinkedHashMap<>();
    for (String name : policy.metrics().keySet()) {
      String source = policy.metric(name).of().orElse(name);
      List<Series.Pair> pairs = new ArrayList<>();
      String unit = "";
      for (Map<Arm, CellResult> block : stage(stage).values()) {
        CellResult base = block.get(Arm.BASE);
        CellResult head = block.get(Arm.HEAD);
        if (base != null && head != null) {
          checkComparable(name, base, head);
          pairs.add(new Series.Pair(value(base, name), value(head, name), first(base, head)));
          unit = unit(head, source);
        }
      }
      if (!pairs.isEmpty()) {
        all.put(name, new Series(policy.metric(name).per().isPresent() ? "x" : unit, pairs));
      }
    }
    return all;
  }

  /** What is not measured alike in both arms has failed: a ratio of it would be no change. */
  private void checkComparable(String metric, CellResult base, CellResult head) {
    checkEqual("the mode", base.mode(), head.mode());
    checkEqual("the number of threads", base.threads(), head.threads());
    checkEqual("the batch size", base.measurementBatchSize(), head.measurementBatchSize());
    checkEqual("the list of JVM arguments", jvmArgs(base), jvmArgs(head));
    Map<String, String> others = head.key().params();
    // What only one arm's benchmark has a parameter for is none of the other's.
    base.key()
        .without(setByArms)
        .params()
        .forEach((name, value) -> checkEqual(name, value, others.getOrDefault(name, value)));
    // A parameter that has another name or meaning in the head is seen by what was done alone.
    if (toldAlike && base.metric(WORK).isPresent() && head.metric(WORK).isPresent()) {
      checkEqual("the number of sessions acquired or refused", work(base), work(head));
    }
    if (!(base.measuresTime() && head.measuresTime())) {
      failures.add("the mode is %s: must be time per operation".formatted(head.mode()));
    }
    PolicyMetric rules = policy.metric(metric);
    Stream.concat(Stream.of(rules.of().orElse(metric)), rules.per().stream())
        .filter(part -> base.metric(part).isPresent() && head.metric(part).isPresent())
        .forEach(part -> checkEqual("the unit of " + part, unit(base, part), unit(head, part)));
  }

  private static double work(CellResult result) {
    double refused = result.metric(REFUSED).isPresent() ? median(result, REFUSED) : 0;
    return median(result, WORK) + refused;
  }

  /** Without this suite's own properties, by which a fork is told of a fault of its arm. */
  private static List<String> jvmArgs(CellResult result) {
    return result.jvmArgs().stream().filter(word -> !word.startsWith(OWN_PROPERTIES)).toList();
  }

  private void checkEqual(String what, Object base, Object head) {
    if (!base.equals(head)) {
      failures.add("%s is %s in the base, %s in the head".formatted(what, base, head));
    }
  }

  private static Arm first(CellResult base, CellResult head) {
    return position(base) <= position(head) ? Arm.BASE : Arm.HEAD;
  }

  private static int position(CellResult result) {
    List<ForkConditions> conditions = result.forkConditions();
    return conditions == null || conditions.isEmpty() ? 0 : conditions.get(0).position();
  }

  private static String unit(CellResult result, String name) {
    return result.metric(name).map(Metric::scoreUnit).orElse("");
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
