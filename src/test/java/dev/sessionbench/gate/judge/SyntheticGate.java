package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Makes gates with a known truth: log-ratios with noise around a true change. */
final class SyntheticGate {
  /** A timed cell. */
  static final String BURST = "burst incStep=25";

  private static final double BASE = 700;

  /** The other timed cell. */
  static final String STEADY = "steady incStep=25";

  static Finding finding(Judgement judgement, String cell, String metric) {
    return judgement.findings().stream()
        .filter(f -> f.cell().equals(cell) && f.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  /** The deciding findings that are not {@code same}. */
  static List<Finding> changed(Judgement judgement) {
    return judgement.findings().stream()
        .filter(f -> f.decides() && f.outcome() != Outcome.SAME)
        .toList();
  }

  /** The distributions of the noise. All have the same standard deviation for a block. */
  enum Noise {
    NORMAL,
    /** Student's t with three degrees of freedom, scaled. */
    HEAVY,
    /**
     * Second forks share an offset within each run of four blocks, and some runs vary more than
     * others.
     */
    CLUSTERED;

    /** The name for people. */
    String words() {
      return switch (this) {
        case NORMAL -> "normal";
        case HEAVY -> "heavy tails";
        case CLUSTERED -> "clustered";
      };
    }
  }

  private final Policy policy;
  private final Random random;
  private final Map<String, Double> changes = new LinkedHashMap<>();
  private final Map<String, CellData> cells = new LinkedHashMap<>();
  Noise kind = Noise.NORMAL;
  double noise = 0.015;

  /** Whether noise and changes are multiples of each metric's margin. */
  boolean inMargins;

  double second;
  int blocks;
  int planned;
  boolean ended = true;
  int fresh;
  private Set<String> leftOut = Set.of();
  Optional<String> overrun = Optional.empty();
  Map<String, String> unreported = Map.of();

  SyntheticGate(long seed) {
    this(SyntheticPolicy.POLICY, seed);
  }

  SyntheticGate(Policy policy, long seed) {
    this.policy = policy;
    random = new Random(seed);
    blocks = policy.blocks();
    planned = policy.blocks();
    fresh = policy.grossBlocks();
  }

  /** Sets the true relative change of one metric of one cell. */
  SyntheticGate change(String cell, String metric, double relative) {
    changes.put(cell + metric, relative);
    return this;
  }

  SyntheticGate noise(double deviation) {
    noise = deviation;
    return this;
  }

  /** Ends the gate after a number of blocks. */
  SyntheticGate blocks(int count) {
    blocks = count;
    return this;
  }

  SyntheticGate planned(int count) {
    planned = count;
    return this;
  }

  /** Lets more blocks follow. */
  SyntheticGate open() {
    ended = false;
    return this;
  }

  SyntheticGate leftOut(String cell) {
    leftOut = Set.of(cell);
    return this;
  }

  /** Changes the measurements of a cell. */
  SyntheticGate cell(String cell, UnaryOperator<CellData> change) {
    data();
    cells.computeIfPresent(cell, (name, old) -> change.apply(old));
    return this;
  }

  /** Sets the planned blocks of one metric of a cell. */
  SyntheticGate blocks(String cell, String metric, Series series) {
    return cell(cell, old -> old.withPlanned(12).withBlocks(with(old.blocks(), metric, series)));
  }

  /** Sets the fresh blocks of one metric of a cell. */
  SyntheticGate fresh(String cell, String metric, Series series) {
    return cell(
        cell,
        old -> old.withPlanned(12).withConfirmation(with(old.confirmation(), metric, series)));
  }

  private static Map<String, Series> with(Map<String, Series> all, String metric, Series series) {
    Map<String, Series> changed = new LinkedHashMap<>(all);
    changed.put(metric, series);
    return changed;
  }

  /** A number of equal pairs. */
  static Series pairs(int count, double base, double head) {
    return new Series("ms", Collections.nCopies(count, new Series.Pair(base, head, Side.BASELINE)));
  }

  Judgement judge() {
    return Judge.judge(policy, data());
  }

  Outcome outcome() {
    return judge().outcome();
  }

  Finding finding(String cell, String metric) {
    return finding(judge(), cell, metric);
  }

  GateData data() {
    for (PolicyCell cell : policy.cells()) {
      Map<String, Series> timed = new LinkedHashMap<>();
      Map<String, Series> confirming = new LinkedHashMap<>();
      for (String metric : cell.gated()) {
        timed.put(metric, series(cell, metric, blocks));
        confirming.put(metric, series(cell, metric, fresh));
      }
      cells.putIfAbsent(
          cell.name(),
          CellData.NONE.with(c -> c.planned(planned).blocks(timed).confirmation(confirming)));
    }
    return new GateData(
        ended, Map.copyOf(cells), leftOut, overrun, CountData.NONE, false, unreported);
  }

  /** The planned blocks of one metric of a cell. */
  Series series(String cell, String metric) {
    return Objects.requireNonNull(
        Objects.requireNonNull(data().cells().get(cell)).blocks().get(metric));
  }

  private Series series(PolicyCell cell, String metric, int count) {
    List<Series.Pair> pairs = new ArrayList<>();
    double told = changes.getOrDefault(cell.name() + metric, 0.0);
    double margin = policy.marginLog(cell, metric, BASE);
    double change = inMargins ? told * margin : Math.log1p(told);
    // A count that must not change is the same in every fork.
    double deviation = policy.exact().contains(metric) ? 0 : inMargins ? noise * margin : noise;
    List<Side> firsts = count == 0 ? List.of() : Side.firsts(count, random);
    double shift = 0;
    double wild = 1;
    for (int i = 0; i < count; i++) {
      if (i % 4 == 0) {
        shift = kind == Noise.CLUSTERED ? 0.7 * random.nextGaussian() : 0;
        wild = random.nextInt(3) == 0 ? 1.5 : 0.4;
      }
      int sign = firsts.get(i) == Side.BASELINE ? 1 : -1;
      double ratio = change + deviation * (draw(wild) + sign * shift) + sign * Math.log1p(second);
      pairs.add(new Series.Pair(BASE, BASE * Math.exp(ratio), firsts.get(i)));
    }
    return new Series("ms", pairs);
  }

  private double draw(double wild) {
    double normal = random.nextGaussian();
    return switch (kind) {
      case NORMAL -> normal;
      case HEAVY -> normal / Math.sqrt(square() + square() + square());
      case CLUSTERED -> 0.75 * wild * normal;
    };
  }

  private double square() {
    double normal = random.nextGaussian();
    return normal * normal;
  }
}
