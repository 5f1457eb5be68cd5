package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Sweeps whose truth is known. */
final class Sweeps {
  static final List<Integer> STEPS = List.of(1, 10, 25, 50, 100);

  /** Falls at first, is flat from 25 to 50, and rises by a fifth at 100. */
  static final Map<Integer, Double> VALLEY =
      Map.of(1, 400.0, 10, 150.0, 25, 100.0, 50, 100.0, 100, 120.0);

  private static final double NOISE = 0.02;

  private Sweeps() {}

  /** A sweep with the given true times and RPCs; forks scatter by 2 %. */
  static List<CellResult> sweep(
      String method, Map<Integer, Double> times, Map<Integer, Integer> rpcs, int forks, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<JmhCell> cells = new ArrayList<>();
    new TreeMap<>(times)
        .forEach(
            (step, time) -> {
              double[] values =
                  DoubleStream.generate(() -> time * (1 + NOISE * random.nextGaussian()))
                      .limit(forks)
                      .toArray();
              JmhCell cell = JmhCell.of(method).param("incStep", step).times(values);
              Optional.ofNullable(rpcs.get(step)).ifPresent(count -> cell.rpcs(count, forks));
              cells.add(cell);
            });
    return ResultFile.parse("sweep", cells.toString());
  }

  static Recommendation recommend(List<CellResult> cells) {
    return Recommendation.of(cells, "incStep");
  }

  static Map<Integer, Integer> closedForm() {
    Map<Integer, Integer> rpcs = new TreeMap<>();
    STEPS.forEach(step -> rpcs.put(step, 4 + (300 + step - 1) / step));
    return rpcs;
  }
}
