package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a recommendation says only what the data of a small sweep supports. */
class SweepTest {
  /** Six forks within 5 %. */
  private static final double[] STEADY = {100, 101, 102, 103, 104, 105};

  private static Recommendation recommend(JmhCell... cells) {
    return Recommendation.of(ResultFile.parse("cells", Arrays.asList(cells).toString()), "incStep");
  }

  private static JmhCell cell(String value, double... times) {
    return JmhCell.of("b").param("incStep", value).times(times);
  }

  private static double[] times(double factor, double... times) {
    return DoubleStream.of(times).map(time -> factor * time).toArray();
  }

  private static String finding(JmhCell... cells) {
    return recommend(cells).findings().get(0);
  }

  private static String advice(JmhCell... cells) {
    return recommend(cells).advice().get(0);
  }

  /** A cell with the given number of the pool's 8 sessions in use at once, for each fork. */
  private static JmhCell using(String value, double[] times, double... used) {
    return cell(value, times).param("maxSessions", 8).secondary("poolMaxInUse", "#", used);
  }

  @Test
  void advisesAValueIfTheOtherIsClearlySlower() {
    Recommendation found = recommend(cell("10", times(2, STEADY)), cell("50", STEADY));
    assertThat(found.advice())
        .containsExactly(
            "b: incStep 50 is shown non-inferior at 5 %: at most 5 % slower than any other value.");
    assertThat(found.summary())
        .isEqualTo("incStep 50 is the smallest value shown non-inferior at 5 % in b.");
  }

  @Test
  void advisesNoValueIfIntervalsAreWide() {
    double[] wide = {100, 140, 180, 220, 260, 300};
    Recommendation found = recommend(cell("10", times(1.01, wide)), cell("50", wide));
    assertThat(found.advice())
        .containsExactly(
            "b: no incStep is shown non-inferior at 5 % to all others; the smallest median time is"
                + " at 50.");
    assertThat(found.summary()).isEqualTo("No incStep is shown non-inferior at 5 % in b.");
  }

  @Test
  void advisesNothingForFewForksOrTimesOfZero() {
    String none = "b: too few forks, or times of zero, to show any value non-inferior.";
    assertThat(advice(cell("10", 1, 1.1), cell("50", 2, 2.1))).isEqualTo(none);
    assertThat(advice(cell("10", STEADY), cell("50", 0, 0, 0, 0, 0, 0))).isEqualTo(none);
  }

  @Test
  void fullPoolAdviceSaysThatSurplusCannotShow() {
    String saturated =
        " The load fills the pool to its maximum at every value, so surplus sessions cannot"
            + " show.";
    double[] twice = times(2, STEADY);
    double[] full = {8, 8, 8, 8, 8, 8};
    assertThat(advice(using("10", twice, full), using("50", STEADY, full))).endsWith(saturated);
    assertThat(advice(using("10", new double[] {1, 2}, 8, 8), using("50", STEADY, full)))
        .endsWith(saturated);
    assertThat(advice(using("10", twice, 8, 8, 8, 8, 8, 7), using("50", STEADY, full)))
        .doesNotContain(saturated);
    assertThat(advice(using("10", STEADY, full), using("50", STEADY, full)))
        .isEqualTo(
            "b: not identifiable. Every incStep fills the pool to its maximum, and each is shown"
                + " non-inferior at 5 %.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | With 2 forks a cell there are no intervals; 4 or more (-f 4) give 95 % ones.",
        "3 | With 3 forks a cell there are only 90 % intervals; 4 or more (-f 4) give 95 % ones."
      })
  void summaryOfFewForksNamesItsIntervals(int forks, String ending) {
    double[] times = Arrays.copyOf(STEADY, forks);
    assertThat(recommend(cell("10", times), cell("50", STEADY)).summary()).endsWith(" " + ending);
  }

  @Test
  void threeForksAdviseByNinetyPercentIntervals() {
    assertThat(advice(cell("10", 200, 201, 202), cell("50", 100, 101, 102)))
        .startsWith("b: incStep 50 is shown non-inferior at 5 %");
  }

  @Test
  void labelHasTheParametersThatSeparateSweeps() {
    JmhCell[] ofOneValueEach = {
      cell("10", STEADY).param("m", "x"),
      cell("50", STEADY).param("m", "x"),
      JmhCell.of("c").param("incStep", 10).param("m", "y").times(STEADY),
      JmhCell.of("c").param("incStep", 50).param("m", "y").times(STEADY)
    };
    assertThat(recommend(ofOneValueEach).findings().get(0)).startsWith("b: ");
    assertThat(recommend(ofOneValueEach).findings().get(1)).startsWith("c: ");
    JmhCell[] ofOneBenchmarkAlone = {
      cell("10", STEADY).param("m", "x"),
      cell("50", STEADY).param("m", "x"),
      JmhCell.of("c").param("incStep", 10).times(STEADY),
      JmhCell.of("c").param("incStep", 50).times(STEADY)
    };
    assertThat(recommend(ofOneBenchmarkAlone).findings().get(0)).startsWith("b m=x: ");
    assertThat(recommend(ofOneBenchmarkAlone).findings().get(1)).startsWith("c: ");
  }

  @Test
  void summaryCountsItsTests() {
    JmhCell[] cells = {cell("10", STEADY), cell("25", STEADY), cell("50", STEADY)};
    assertThat(recommend(cells).summary())
        .endsWith(" Intervals are 95 % each, not jointly: 3 pairs of values were tested.");
  }

  @Test
  void summaryCountsTestsOnlyWithIntervals() {
    assertThat(ofThreeValues(3))
        .endsWith(
            " With 3 forks a cell there are only 90 % intervals; 4 or more (-f 4) give 95 % ones."
                + " Intervals are 90 % each, not jointly: 3 pairs of values were tested.");
    assertThat(ofThreeValues(2)).endsWith("4 or more (-f 4) give 95 % ones.");
  }

  private static String ofThreeValues(int forks) {
    double[] times = Arrays.copyOf(STEADY, forks);
    return recommend(cell("10", times), cell("25", times), cell("50", times)).summary();
  }

  @Test
  void summaryCountsItsBenchmarks() {
    List<JmhCell> cells =
        List.of(
            cell("10", STEADY),
            cell("50", STEADY),
            JmhCell.of("c").param("incStep", 10).times(STEADY),
            JmhCell.of("c").param("incStep", 50).times(STEADY));
    assertThat(recommend(cells.toArray(JmhCell[]::new)).summary())
        .contains(" in each of 2 benchmarks.")
        .endsWith("2 pairs of values were tested.");
  }

  @Test
  void findingNamesTheFrontAndWhetherRpcsWereCounted() {
    assertThat(
            finding(
                cell("25", times(2, STEADY)).rpcs(16, 6),
                cell("50", STEADY).rpcs(10, 6),
                cell("60", STEADY).rpcs(9, 6)))
        .startsWith("b: no other value is shown to beat incStep 50, 60 on both RPCs and time. ");
    assertThat(finding(cell("0.5", STEADY).rpcs(10, 6), cell("1", STEADY)))
        .startsWith("b: RPCs were not counted everywhere; no other value is shown to beat incStep ")
        .contains("beat incStep 0.5, 1 on time. ");
  }

  @Test
  void findingSaysHowManyForksWouldSeparateValues() {
    assertThat(finding(cell("10", STEADY), cell("50", STEADY)))
        .contains(
            "The data do not distinguish the times of 10 and 50 (a true 5 % would be found in four"
                + " of five sweeps like this).");
    double[] wide = {100, 120, 140, 160, 180, 200};
    assertThat(finding(cell("10", wide), cell("50", wide)))
        .containsPattern("10 and 50 \\(a true 5 % would take about \\d{2,3} more forks each\\)");
    double[] wild = {1, 10, 100, 1_000, 10_000, 100_000};
    assertThat(finding(cell("10", wild), cell("50", wild)))
        .contains("10 and 50 (a true 5 % would take more than 1000 more forks each)");
    assertThat(finding(cell("10", 1, 2), cell("50", 1.5, 2.5)))
        .contains("10 and 50 (at least 2 more forks each)");
    assertThat(finding(cell("10", STEADY), cell("50", times(2, STEADY))))
        .doesNotContain("do not distinguish");
  }

  @Test
  void fasterValueBeatsOnlyValuesWithMoreRpcs() {
    double[] twice = times(2, STEADY);
    double[] some = {5, 5, 5, 5, 5, 6};
    assertThat(recommend(cell("10", twice).rpcs(7, 6), cell("50", STEADY).rpcs(6, 6)).paretoFront())
        .containsExactly("50");
    assertThat(recommend(cell("10", twice).rpcs(6, 6), cell("50", STEADY).rpcs(6, 6)).paretoFront())
        .containsExactly("10", "50");
    assertThat(
            recommend(
                    cell("10", twice).rpcs(6, 6),
                    cell("50", STEADY).secondary("numBatchCreateSessionsRpcs", "#", some))
                .paretoFront())
        .containsExactly("10", "50");
  }

  @Test
  void oneIterationWithAsManyRpcsPreventsABeat() {
    JmhCell slower = cell("10", times(2, STEADY)).rpcs(7, 2);
    JmhCell faster =
        cell("50", STEADY)
            .iterations(
                "numBatchCreateSessionsRpcs", "#", new double[] {6, 6, 7}, new double[] {6, 6, 6});
    assertThat(recommend(slower, faster).paretoFront()).containsExactly("10", "50");
  }
}
