package dev.sessionbench.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.JmhCell;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.stats.RatioInterval;
import dev.sessionbench.stats.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the recommendation against sweeps of which the truth is known. */
class RecommendationTest {
  private static final List<Integer> STEPS = List.of(1, 10, 25, 50, 100);
  private static final double NOISE = 0.02;

  /** A sweep whose true times and RPCs are given; forks scatter by 2 %. */
  private static List<CellResult> sweep(
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

  private static Recommendation recommend(List<CellResult> cells) {
    return Recommendation.of(cells, "incStep");
  }

  private static Map<Integer, Integer> closedForm() {
    Map<Integer, Integer> rpcs = new TreeMap<>();
    STEPS.forEach(step -> rpcs.put(step, 4 + (300 + step - 1) / step));
    return rpcs;
  }

  /** Falls at first, is flat from 25 to 50, and rises by a fifth at 100. */
  private static final Map<Integer, Double> VALLEY =
      Map.of(1, 400.0, 10, 150.0, 25, 100.0, 50, 100.0, 100, 120.0);

  @Test
  void aValleyLeavesOnItsFrontWhatIsFastAndWhatIsCheap() {
    Recommendation found = recommend(sweep("b", VALLEY, closedForm(), 20, 1));
    // 1 and 10 are slower and cost more RPCs than 25; 100 is slower and costs fewer.
    assertThat(found.paretoFront()).containsExactly("25", "50", "100");
    assertThat(found.notInferior()).contains("25");
    assertThat(found.advice())
        .containsExactly(
            "b: incStep 25, 50 are shown non-inferior at 5 %: at most 5 % slower than any other value.");
    assertThat(found.findings()).hasSize(1);
    assertThat(found.findings().get(0))
        .contains("25 to 50 no difference found")
        .contains("50 to 100 +")
        .contains("cannot tell the times apart of 25 and 50");
  }

  /**
   * What is truly beaten by nothing is called beaten in at most the 2.5 % that one end may miss.
   */
  @Test
  void aValueThatIsNotBeatenIsSeldomCalledBeaten() {
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
  void aValueThatIsClearlyBeatenIsNearlyAlwaysFound() {
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

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1_000, 1.0 / 60_000})
  void theUnitOfTimeDoesNotMatter(double factor) {
    Map<Integer, Double> scaled = new TreeMap<>();
    VALLEY.forEach((step, time) -> scaled.put(step, time * factor));
    assertThat(recommend(sweep("b", scaled, closedForm(), 10, 2)))
        .isEqualTo(recommend(sweep("b", VALLEY, closedForm(), 10, 2)));
  }

  @Test
  void theOrderOfTheCellsDoesNotMatterNorHowOftenItIsAsked() {
    List<CellResult> cells = sweep("b", VALLEY, closedForm(), 10, 3);
    Recommendation found = recommend(cells);
    for (int i = 0; i < 5; i++) {
      List<CellResult> shuffled = new ArrayList<>(cells);
      Collections.shuffle(shuffled, new Random(i));
      assertThat(recommend(shuffled)).isEqualTo(found);
    }
  }

  @Test
  void whatIsShownNonInferiorIsWhatTheDefinitionSays() {
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

  /** What is truly at the margin is called non-inferior in at most the 2.5 % of one end. */
  @Test
  void whatIsFivePercentSlowerIsSeldomShownNonInferior() {
    int wrong = 0;
    int sweeps = 2_000;
    for (int i = 0; i < sweeps; i++) {
      List<CellResult> cells = sweep("b", Map.of(10, 105.0, 50, 100.0), Map.of(), 10, i);
      wrong += recommend(cells).notInferior().equals(Optional.of("10")) ? 1 : 0;
    }
    assertThat(wrong).isLessThanOrEqualTo((int) (0.035 * sweeps));
  }

  @Test
  void anyParameterThatIsANumberIsSwept() {
    List<CellResult> cells =
        ResultFile.parse(
            "cells",
            List.of(
                    JmhCell.of("b").param("minSessions", 0).times(2, 2.1, 2.2, 2.3),
                    JmhCell.of("b").param("minSessions", 100).times(1, 1.1, 1.2, 1.3))
                .toString());
    Recommendation found = Recommendation.of(cells, "minSessions");
    assertThat(found.paretoFront()).containsExactly("100");
    assertThat(found.findings().get(0))
        .contains("no other value is shown to beat minSessions 100 on time")
        .doesNotContain("incStep");
  }

  @Test
  void aLoadThatFillsThePoolAtEveryValueIdentifiesNoStep() {
    List<JmhCell> cells = new ArrayList<>();
    for (int step : List.of(10, 25, 50)) {
      cells.add(
          JmhCell.of("b")
              .param("incStep", step)
              .param("maxSessions", 400)
              .param("costModel", "flat")
              .times(JmhCell.about(100 + step * 0.001, 10))
              .secondary("poolMaxInUse", "#", 400));
    }
    assertThat(recommend(ResultFile.parse("cells", cells.toString())).advice().get(0))
        .startsWith("b (cost model flat): not identifiable.")
        .contains("fills the pool to its maximum");
  }

  @Test
  void theForksThatAreMissingAreCountedForATrueDifference() {
    String finding = recommend(sweep("b", VALLEY, closedForm(), 4, 1)).findings().get(0);
    assertThat(finding).contains("a true 5 % would");
    assertThat(recommend(sweep("b", VALLEY, closedForm(), 2, 1)).findings().get(0))
        .contains("at least 2 more forks each");
  }

  @Test
  void withoutRpcsTimeAloneDecides() {
    Recommendation found = recommend(sweep("b", VALLEY, Map.of(), 20, 1));
    assertThat(found.paretoFront()).containsExactly("25", "50");
    assertThat(found.findings().get(0)).contains("RPCs were not counted everywhere");
  }

  @Test
  void whatIsNoSweepIsLeftOut() {
    List<CellResult> cells = new ArrayList<>();
    cells.addAll(
        ResultFile.parse(
            "cells",
            List.of(
                    JmhCell.of("lonely").param("incStep", 25).times(1, 2, 3),
                    JmhCell.of("words").param("incStep", "auto").times(1, 2, 3),
                    JmhCell.of("words").param("incStep", "0").times(1, 2, 3),
                    JmhCell.of("words").param("incStep", "-1").times(1, 2, 3),
                    JmhCell.of("words").param("incStep", "99999999999").times(1, 2, 3),
                    JmhCell.of("none").times(1, 2, 3),
                    JmhCell.of("more").mode("thrpt", "ops/s").param("incStep", 1).times(1, 2),
                    JmhCell.of("more").mode("thrpt", "ops/s").param("incStep", 25).times(1, 2),
                    JmhCell.of("empty").param("incStep", 1),
                    JmhCell.of("empty").param("incStep", 25).times(1, 2, 3))
                .toString()));
    Recommendation found = recommend(cells);
    assertThat(found.findings()).isEmpty();
    assertThat(found.paretoFront()).isEmpty();
    assertThat(found.notInferior()).isEmpty();
    assertThat(found.summary()).startsWith("No recommendation");
  }

  @Test
  void otherParametersTellSweepsApart() {
    List<CellResult> cells =
        ResultFile.parse(
            "cells",
            List.of(
                    JmhCell.of("b").param("incStep", 1).param("m", "x").times(2, 2, 2),
                    JmhCell.of("b").param("incStep", 25).param("m", "x").times(1, 1, 1),
                    JmhCell.of("b").param("incStep", 1).param("m", "y").times(1, 1, 1),
                    JmhCell.of("b").param("incStep", 25).param("m", "y").times(2, 2, 2))
                .toString());
    Recommendation found = recommend(cells);
    assertThat(found.findings()).hasSize(2);
    assertThat(found.findings().get(0)).startsWith("b m=x: ");
    assertThat(found.findings().get(1)).startsWith("b m=y: ");
    assertThat(found.notInferior()).isEmpty();
    assertThat(found.summary()).contains("in each of 2 cases");
  }

  @Test
  void whatItCostsWhenThingsGoWrongGrowsWithTheStep() {
    String finding = recommend(sweep("b", VALLEY, closedForm(), 6, 1)).findings().get(0);
    assertThat(finding).contains("up to 1 at 1, up to 100 at 100");
  }

  @Test
  void sessionsBeyondNeedAreNamedWithTheirSteps() {
    List<CellResult> cells =
        ResultFile.parse(
            "cells",
            List.of(
                    JmhCell.of("b")
                        .param("incStep", 1)
                        .times(2, 2)
                        .secondary("overshoot", "#", 0, 0),
                    JmhCell.of("b")
                        .param("incStep", 25)
                        .times(1, 1)
                        .secondary("overshoot", "#", 3, 17))
                .toString());
    assertThat(recommend(cells).findings().get(0))
        .contains("Sessions created beyond need, at most: 17 at 25.");
  }

  @Test
  void timesOfZeroHaveNoRatioAndAreSaidSo() {
    List<CellResult> cells =
        ResultFile.parse(
            "cells",
            List.of(
                    JmhCell.of("b").param("incStep", 1).times(0, 0, 0, 0, 0, 0),
                    JmhCell.of("b").param("incStep", 2).times(0, 0, 0, 0, 0, 0))
                .toString());
    assertThat(recommend(cells).findings().get(0))
        .contains("times of zero have no ratio")
        .doesNotContain("NaN");
  }
}
