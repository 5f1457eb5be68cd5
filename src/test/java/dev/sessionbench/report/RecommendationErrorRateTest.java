package dev.sessionbench.report;

import static dev.sessionbench.report.Sweeps.STEPS;
import static dev.sessionbench.report.Sweeps.VALLEY;
import static dev.sessionbench.report.Sweeps.closedForm;
import static dev.sessionbench.report.Sweeps.recommend;
import static dev.sessionbench.report.Sweeps.sweep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.base.stats.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares how often the recommendation is wrong with the rate that it promises. */
class RecommendationErrorRateTest {
  /** At most 2.5 %, the error of one end, of the truly unbeaten values are called beaten. */
  @Test
  void unbeatenValueIsSeldomCalledBeaten() {
    Map<Integer, Double> flat = Map.of(10, 100.0, 50, 100.0);
    int wrong = 0;
    int sweeps = 400;
    for (int i = 0; i < sweeps; i++) {
      List<String> front = recommend(sweep("b", flat, closedForm(), 10, i)).paretoFront();
      assertThat(front).contains("50");
      wrong += front.contains("10") ? 0 : 1;
    }
    assertThat(wrong).isLessThanOrEqualTo((int) (0.04 * sweeps));
  }

  @Test
  void clearlyBeatenValueIsNearlyAlwaysFound() {
    Map<Integer, Double> falling = Map.of(10, 110.0, 50, 100.0);
    int found = 0;
    for (int i = 0; i < 100; i++) {
      found +=
          recommend(sweep("b", falling, closedForm(), 10, i)).paretoFront().equals(List.of("50"))
              ? 1
              : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(98);
  }

  @Test
  void fewerForksNeverClaimMore() {
    List<String> one = recommend(sweep("b", VALLEY, closedForm(), 1, 1)).paretoFront();
    List<String> three = recommend(sweep("b", VALLEY, closedForm(), 3, 1)).paretoFront();
    List<String> twenty = recommend(sweep("b", VALLEY, closedForm(), 20, 1)).paretoFront();
    assertThat(one).containsExactly("1", "10", "25", "50", "100").containsAll(three);
    assertThat(three).containsAll(twenty);
  }

  @Test
  void nonInferiorValuesMatchTheDefinition() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 50; i++) {
      Map<Integer, Double> first = new TreeMap<>();
      Map<Integer, Double> second = new TreeMap<>();
      for (int step : STEPS) {
        first.put(step, 100 + 6 * random.nextDouble());
        second.put(step, 100 + 6 * random.nextDouble());
      }
      List<CellResult> cells = new ArrayList<>(sweep("a", first, closedForm(), 6, i));
      cells.addAll(sweep("b", second, closedForm(), 6, i + 1_000));
      Optional<String> expected =
          STEPS.stream()
              .filter(step -> isNotInferior(cells, "a", step) && isNotInferior(cells, "b", step))
              .map(step -> Integer.toString(step))
              .findFirst();
      Recommendation found = recommend(cells);
      assertThat(found.notInferior()).isEqualTo(expected);
      assertThat(found.summary())
          .contains(expected.map(step -> "incStep " + step + " is").orElse("No incStep is shown"));
      assertThat(found.advice()).hasSize(2);
    }
  }

  private static boolean isNotInferior(List<CellResult> cells, String method, int step) {
    Map<Integer, Sample> times = new TreeMap<>();
    cells.stream()
        .filter(cell -> cell.key().method().equals(method))
        .forEach(
            cell ->
                times.put(
                    Integer.parseInt(cell.key().params().getOrDefault("incStep", "")),
                    Sample.ofForks(cell.primaryMetric().rawData())));
    Sample here = Objects.requireNonNull(times.remove(step));
    return times.values().stream()
        .allMatch(other -> RatioInterval.of(other, here, 0.95).orElseThrow().high() <= 1.05);
  }

  /** At most 2.5 %, the error of one end, of the values at the margin are called non-inferior. */
  @Test
  void fivePercentSlowerIsSeldomShownNonInferior() {
    int wrong = 0;
    int sweeps = 1_000;
    for (int i = 0; i < sweeps; i++) {
      List<CellResult> cells = sweep("b", Map.of(10, 105.0, 50, 100.0), Map.of(), 10, i);
      wrong += recommend(cells).notInferior().equals(Optional.of("10")) ? 1 : 0;
    }
    assertThat(wrong).isLessThanOrEqualTo((int) (0.035 * sweeps));
  }
}
