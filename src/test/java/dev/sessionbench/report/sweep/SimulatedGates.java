package dev.sessionbench.report.sweep;

import dev.sessionbench.base.results.GateLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Histories of gates, a night each, with a known truth. */
public final class SimulatedGates {
  private SimulatedGates() {}

  /**
   * A history of one cell with two metrics.
   *
   * @param nights how many gates
   * @param wallTime the true log-ratio of the wall time in each; the other never moves
   */
  public static List<GateLine> of(int nights, IntToDoubleFunction wallTime) {
    Random random = new Random(7);
    return IntStream.range(0, nights)
        .mapToObj(
            i -> {
              List<GateLine.Figure> figures = new ArrayList<>();
              figures.add(figure("wall time", wallTime.applyAsDouble(i) + noise(random)));
              figures.add(figure("allocated", noise(random)));
              return line(i, "anchor", figures);
            })
        .toList();
  }

  static GateLine line(int night, String base, List<GateLine.Figure> figures) {
    return new GateLine(
        "2026-%02d-%02dT03:17:00Z".formatted(1 + night / 28, 1 + night % 28),
        new GateLine.Build(base, "", "6.107.0", new TreeMap<>()),
        new GateLine.Build("head%06dabcdef".formatted(night), "", "6.107.0", new TreeMap<>()),
        Map.of(),
        figures);
  }

  static GateLine.Figure figure(String metric, double logRatio) {
    return figure(metric, logRatio, /* marginLog= */ 0);
  }

  static GateLine.Figure figure(String metric, double logRatio, double marginLog) {
    return new GateLine.Figure(
        "burstRead incStep=25", metric, "ms", logRatio, 0.007, 12, marginLog);
  }

  private static double noise(Random random) {
    return 0.007 * random.nextGaussian();
  }
}
