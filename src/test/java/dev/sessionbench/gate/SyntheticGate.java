package dev.sessionbench.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Makes gates with a known truth: log-ratios of normal noise about a true change. */
final class SyntheticGate {
  static final String YAML =
      """
      alpha: 0.05
      confidence: 0.95
      floor: 0.03
      band: 0.05
      blocks: 12
      confirmBlocks: 6
      confirmAlpha: 0.05
      forkSeconds: 60
      looks:
        - {at: 0.5, alarm: 0, clear: 0.65}
        - {at: 1, alarm: 1, clear: 0.35}
      exact: [rpcs, overshoot]
      metrics:
        score: {label: wall time}
        cpu: {label: CPU time, negligible: 10, band: 0.10}
        p99: {label: p99, gated: false}
      cells:
        - {benchmark: a.B.burst, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score, cpu]}
        - {benchmark: a.B.steady, params: {incStep: 25}, warmups: 3, iterations: 3, gated: [score, cpu]}
        - {benchmark: a.B.mixed, params: {incStep: 25}, warmups: 0, iterations: 1, gated: []}
      """;

  static final Policy POLICY = PolicyFile.parse("test", YAML).policy();

  private final Random random;
  private final Map<String, Double> changes = new LinkedHashMap<>();
  private final Map<String, CellData> cells = new LinkedHashMap<>();
  double noise = 0.015;
  int blocks = POLICY.blocks();
  int planned = POLICY.blocks();
  boolean ended = true;
  boolean confirms = true;

  SyntheticGate(long seed) {
    random = new Random(seed);
  }

  /** Sets the true relative change of one metric of one cell. */
  SyntheticGate change(String cell, String metric, double relative) {
    changes.put(cell + metric, relative);
    return this;
  }

  GateData data() {
    for (PolicyCell cell : POLICY.cells()) {
      Map<String, Series> timed = new LinkedHashMap<>();
      Map<String, Series> fresh = new LinkedHashMap<>();
      for (String metric : cell.gated()) {
        timed.put(metric, series(cell.name() + metric, blocks));
        if (confirms) {
          fresh.put(metric, series(cell.name() + metric, POLICY.confirmBlocks()));
        }
      }
      cells.putIfAbsent(cell.name(), new CellData(planned, timed, fresh, List.of()));
    }
    return new GateData(ended, cells);
  }

  /** What the planned blocks of one metric of a cell look like. */
  Series series(String cell, String metric) {
    return Objects.requireNonNull(
        Objects.requireNonNull(data().cells().get(cell)).blocks().get(metric));
  }

  GateData with(String cell, java.util.function.UnaryOperator<CellData> change) {
    GateData data = data();
    Map<String, CellData> changed = new LinkedHashMap<>(data.cells());
    changed.computeIfPresent(cell, (name, old) -> change.apply(old));
    return new GateData(ended, changed);
  }

  private Series series(String key, int count) {
    List<Series.Pair> pairs = new ArrayList<>();
    double change = Math.log1p(changes.getOrDefault(key, 0.0));
    for (int i = 0; i < count; i++) {
      double base = 700 * Math.exp(noise / Math.sqrt(2) * random.nextGaussian());
      double head = 700 * Math.exp(change + noise / Math.sqrt(2) * random.nextGaussian());
      pairs.add(new Series.Pair(base, head));
    }
    return new Series("ms", pairs);
  }
}
