package dev.sessionbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.JmhCell;
import dev.sessionbench.results.JmhFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
    return JmhFile.parse("sweep", cells.toString());
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
    Recommendation found = Recommendation.of(sweep("b", VALLEY, closedForm(), 20, 1));
    // 1 and 10 are slower and cost more RPCs than 25; 100 is slower and costs fewer.
    assertThat(found.paretoFront()).containsExactly(25, 50, 100);
    assertThat(found.smallestWithin5Percent()).contains(25);
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
      List<Integer> front = Recommendation.of(sweep("b", flat, closedForm(), 10, i)).paretoFront();
      assertThat(front).contains(50);
      wrong += front.contains(10) ? 0 : 1;
    }
    assertThat(wrong).isLessThanOrEqualTo((int) (0.04 * sweeps));
  }

  @Test
  void aValueThatIsClearlyBeatenIsNearlyAlwaysFound() {
    Map<Integer, Double> falling = Map.of(10, 110.0, 50, 100.0);
    int found = 0;
    for (int i = 0; i < 100; i++) {
      found +=
          Recommendation.of(sweep("b", falling, closedForm(), 10, i))
                  .paretoFront()
                  .equals(List.of(50))
              ? 1
              : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(98);
  }

  @Test
  void fewerForksNeverClaimMore() {
    List<Integer> one = Recommendation.of(sweep("b", VALLEY, closedForm(), 1, 1)).paretoFront();
    List<Integer> three = Recommendation.of(sweep("b", VALLEY, closedForm(), 3, 1)).paretoFront();
    List<Integer> twenty = Recommendation.of(sweep("b", VALLEY, closedForm(), 20, 1)).paretoFront();
    assertThat(one).containsExactlyElementsOf(STEPS).containsAll(three);
    assertThat(three).containsAll(twenty);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1_000, 1.0 / 60_000})
  void theUnitOfTimeDoesNotMatter(double factor) {
    Map<Integer, Double> scaled = new TreeMap<>();
    VALLEY.forEach((step, time) -> scaled.put(step, time * factor));
    assertThat(Recommendation.of(sweep("b", scaled, closedForm(), 10, 2)))
        .isEqualTo(Recommendation.of(sweep("b", VALLEY, closedForm(), 10, 2)));
  }

  @Test
  void theOrderOfTheCellsDoesNotMatterNorHowOftenItIsAsked() {
    List<CellResult> cells = sweep("b", VALLEY, closedForm(), 10, 3);
    Recommendation found = Recommendation.of(cells);
    for (int i = 0; i < 5; i++) {
      List<CellResult> shuffled = new ArrayList<>(cells);
      Collections.shuffle(shuffled, new Random(i));
      assertThat(Recommendation.of(shuffled)).isEqualTo(found);
    }
  }

  @Test
  void theSmallestWithinFivePercentIsWhatTheDefinitionSays() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 50; i++) {
      Map<Integer, Double> first = new TreeMap<>();
      Map<Integer, Double> second = new TreeMap<>();
      for (int step : STEPS) {
        first.put(step, 100 + 10 * random.nextDouble());
        second.put(step, 100 + 10 * random.nextDouble());
      }
      List<CellResult> cells = new ArrayList<>(sweep("a", first, closedForm(), 6, i));
      cells.addAll(sweep("b", second, closedForm(), 6, i + 1_000));
      Optional<Integer> expected =
          STEPS.stream()
              .filter(step -> near(cells, "a", step) && near(cells, "b", step))
              .findFirst();
      Recommendation found = Recommendation.of(cells);
      assertThat(found.smallestWithin5Percent()).isEqualTo(expected);
      assertThat(found.summary())
          .contains(expected.map(step -> "incStep " + step + " is").orElse("No value of incStep"));
      assertThat(found.findings()).hasSize(2);
    }
  }

  private static boolean near(List<CellResult> cells, String method, int step) {
    Map<Integer, Double> medians = new TreeMap<>();
    cells.stream()
        .filter(cell -> cell.key().method().equals(method))
        .forEach(
            cell ->
                medians.put(
                    Integer.parseInt(cell.key().params().getOrDefault("incStep", "")),
                    Sample.ofForks(cell.primaryMetric()).median()));
    double best = Collections.min(medians.values());
    return medians.getOrDefault(step, Double.NaN) <= 1.05 * best;
  }

  @Test
  void withoutRpcsTimeAloneDecides() {
    Recommendation found = Recommendation.of(sweep("b", VALLEY, Map.of(), 20, 1));
    assertThat(found.paretoFront()).containsExactly(25, 50);
    assertThat(found.findings().get(0)).contains("RPCs were not counted everywhere");
  }

  @Test
  void whatIsNoSweepIsLeftOut() {
    List<CellResult> cells = new ArrayList<>();
    cells.addAll(
        JmhFile.parse(
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
    Recommendation found = Recommendation.of(cells);
    assertThat(found.findings()).isEmpty();
    assertThat(found.paretoFront()).isEmpty();
    assertThat(found.smallestWithin5Percent()).isEmpty();
    assertThat(found.summary()).startsWith("No recommendation");
  }

  @Test
  void otherParametersTellSweepsApart() {
    List<CellResult> cells =
        JmhFile.parse(
            "cells",
            List.of(
                    JmhCell.of("b").param("incStep", 1).param("m", "x").times(2, 2, 2),
                    JmhCell.of("b").param("incStep", 25).param("m", "x").times(1, 1, 1),
                    JmhCell.of("b").param("incStep", 1).param("m", "y").times(1, 1, 1),
                    JmhCell.of("b").param("incStep", 25).param("m", "y").times(2, 2, 2))
                .toString());
    Recommendation found = Recommendation.of(cells);
    assertThat(found.findings()).hasSize(2);
    assertThat(found.findings().get(0)).startsWith("b m=x: ");
    assertThat(found.findings().get(1)).startsWith("b m=y: ");
    assertThat(found.smallestWithin5Percent()).isEmpty();
    assertThat(found.summary()).contains("in each of 2 cases");
  }

  @Test
  void whatItCostsWhenThingsGoWrongGrowsWithTheStep() {
    String finding = Recommendation.of(sweep("b", VALLEY, closedForm(), 6, 1)).findings().get(0);
    assertThat(finding).contains("up to 1 at 1, up to 100 at 100");
  }

  @Test
  void sessionsBeyondNeedAreNamedWithTheirSteps() {
    List<CellResult> cells =
        JmhFile.parse(
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
    assertThat(Recommendation.of(cells).findings().get(0))
        .contains("Sessions created beyond need, at most: 17 at 25.");
  }

  @Test
  void timesOfZeroHaveNoRatioAndAreSaidSo() {
    List<CellResult> cells =
        JmhFile.parse(
            "cells",
            List.of(
                    JmhCell.of("b").param("incStep", 1).times(0, 0, 0, 0, 0, 0),
                    JmhCell.of("b").param("incStep", 2).times(0, 0, 0, 0, 0, 0))
                .toString());
    assertThat(Recommendation.of(cells).findings().get(0))
        .contains("times of zero have no ratio")
        .doesNotContain("NaN");
  }
}
