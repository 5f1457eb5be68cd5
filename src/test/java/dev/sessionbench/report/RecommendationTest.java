package dev.sessionbench.report;

import static dev.sessionbench.report.Sweeps.VALLEY;
import static dev.sessionbench.report.Sweeps.closedForm;
import static dev.sessionbench.report.Sweeps.recommend;
import static dev.sessionbench.report.Sweeps.sweep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the recommendation on sweeps whose truth is known. */
class RecommendationTest {
  @Test
  void frontHasTheFastAndTheCheapValues() {
    Recommendation found = recommend(sweep("b", VALLEY, closedForm(), 20, 1));
    // 1 and 10 are slower and cost more RPCs than 25; 100 is slower and costs fewer.
    assertThat(found.paretoFront()).containsExactly("25", "50", "100");
    assertThat(found.notInferior()).contains("25");
    assertThat(found.advice())
        .containsExactly(
            "b: incStep 25, 50 are shown non-inferior at 5 %: at most 5 % slower than any other value.");
    assertThat(found.findings()).hasSize(1);
    assertThat(found.findings().get(0)).contains("do not distinguish the times of 25 and 50");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1_000, 1.0 / 60_000})
  void unitOfTimeDoesNotMatter(double factor) {
    Map<Integer, Double> scaled = new TreeMap<>();
    VALLEY.forEach((step, time) -> scaled.put(step, time * factor));
    assertThat(recommend(sweep("b", scaled, closedForm(), 10, 2)))
        .isEqualTo(recommend(sweep("b", VALLEY, closedForm(), 10, 2)));
  }

  @Test
  void orderOfCellsDoesNotMatter() {
    List<CellResult> cells = sweep("b", VALLEY, closedForm(), 10, 3);
    Recommendation found = recommend(cells);
    for (int i = 0; i < 5; i++) {
      List<CellResult> shuffled = new ArrayList<>(cells);
      Collections.shuffle(shuffled, new Random(i));
      assertThat(recommend(shuffled)).isEqualTo(found);
    }
  }

  @Test
  void sweepsAnyNumericalParameter() {
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
  void fullPoolIdentifiesNoStep() {
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
  void countsTheMissingForksForATrueDifference() {
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
  void leavesOutCellsWithoutASweep() {
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
    assertThat(found.advice()).isEmpty();
    assertThat(found.findings()).isEmpty();
    assertThat(found.paretoFront()).isEmpty();
    assertThat(found.notInferior()).isEmpty();
    assertThat(found.summary()).startsWith("No recommendation");
  }

  @Test
  void namesTheValuesThatALoadLacks() {
    List<CellResult> cells = new ArrayList<>(sweep("whole", VALLEY, closedForm(), 10, 1));
    cells.addAll(sweep("part", Map.of(10, 150.0, 25, 100.0), Map.of(), 10, 2));
    cells.addAll(sweep("lonely", Map.of(25, 100.0), Map.of(), 10, 3));
    cells.addAll(ResultFile.parse("cells", List.of(JmhCell.of("none").times(1, 2)).toString()));
    Recommendation found = recommend(cells);
    assertThat(found.summary()).contains("in each of 2 benchmarks");
    assertThat(found.advice()).hasSize(3);
    assertThat(found.advice().get(0)).startsWith("whole: ").doesNotContain("no time");
    assertThat(found.advice().get(1))
        .startsWith("part: incStep 25 is shown")
        .endsWith(" It has no time at 1, 50, 100.");
    assertThat(found.advice().get(2))
        .isEqualTo("lonely: no sweep, incStep 25 is its only number with a time.");
    assertThat(found.findings()).hasSize(2);
  }

  @Test
  void otherParametersSeparateSweeps() {
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
  void aFaultyServerGivesNoRecommendation() {
    JmhCell one = JmhCell.of("b").param("incStep", 1).param("scenario", "stall").times(2, 2);
    JmhCell other = JmhCell.of("b").param("incStep", 2).param("scenario", "stall").times(1, 1);
    Recommendation found = recommend(ResultFile.parse("cells", List.of(one, other).toString()));
    assertThat(found.summary()).startsWith("No recommendation: ");
    assertThat(found.advice()).isEmpty();
  }

  @Test
  void reportsTimesOfZeroWithoutARatio() {
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
