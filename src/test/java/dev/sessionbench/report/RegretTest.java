package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.report.chart.RegretMap;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RegretTest {
  private static JmhCell cell(String load, String strategy, double weight, int refused) {
    return JmhCell.of(load)
        .param("strategy", strategy)
        .param("maxSessions", 400)
        .times(100)
        .secondary("weight", "1", weight)
        .secondary("failedCallers", "#", refused)
        .secondary("numBatchCreateSessionsRpcs", "#", 7)
        .secondary("idleSessionSeconds", "s", 1)
        .secondary("acquireWaitP99", "ms", weight);
  }

  private static List<CellResult> read(JmhCell... cells) {
    return ResultFile.parse("cells", Arrays.toString(cells));
  }

  private static Regret regret(JmhCell... cells) {
    return Regret.of(read(cells), "strategy").orElseThrow();
  }

  private static String words(Regret regret, int load, String strategy) {
    return Regret.words(regret.loads().get(load).of(strategy));
  }

  @Test
  void regretIsTheRatioToTheLeastWeightOfTheLoad() {
    Regret regret =
        regret(
            cell("burst", "a", 2, 0),
            cell("burst", "b", 3, 0),
            cell("ramp", "a", 50, 0),
            cell("ramp", "b", 5, 0));
    assertThat(regret.loads()).extracting(Regret.Load::title).containsExactly("burst", "ramp");
    assertThat(words(regret, 0, "a")).isEqualTo("1.0");
    assertThat(words(regret, 0, "b")).isEqualTo("1.5");
    assertThat(words(regret, 1, "a")).isEqualTo("10");
    assertThat(words(regret, 1, "c")).isEqualTo("–");
    // The best value on average comes first.
    assertThat(regret.values()).containsExactly("b", "a");
    assertThat(regret.summary())
        .contains("Over these 2 loads b regrets least: 1.2 times")
        .contains("burst a; ramp b.");
  }

  @Test
  void tinyWeightsCountAsAQuarter() {
    Regret regret = regret(cell("steady", "a", 0.01, 0), cell("steady", "b", 1, 0));
    assertThat(words(regret, 0, "b")).isEqualTo("4.0");
  }

  @Test
  void refusingMoreCallersWeighsInfinitelyMuch() {
    Regret regret = regret(cell("burst", "cheap", 1, 3), cell("burst", "dear", 90, 0));
    assertThat(words(regret, 0, "cheap")).isEqualTo("∞");
    assertThat(words(regret, 0, "dear")).isEqualTo("1.0");
  }

  @Test
  void usesTheBestValueOfAStrategysOwnParameter() {
    Regret regret =
        regret(
            cell("poisson", "knows", 4, 0).param("earlyMillis", 0),
            cell("poisson", "knows", 2, 0).param("earlyMillis", 25),
            cell("poisson", "guesses", 3, 0));
    assertThat(regret.loads()).hasSize(1);
    assertThat(words(regret, 0, "guesses")).isEqualTo("1.5");
  }

  @Test
  void independentParameterOfSomeResultsMakesAnotherLoad() {
    Regret regret =
        regret(
            cell("burst", "a", 2, 0),
            cell("burst", "b", 3, 0),
            cell("burst", "a", 9, 0).param("demandPercent", 75),
            cell("burst", "b", 4, 0).param("demandPercent", 75));
    assertThat(regret.loads()).hasSize(2);
    assertThat(regret.loads())
        .extracting(load -> Regret.words(load.of("b")))
        .containsExactlyInAnyOrder("1.5", "1.0");
  }

  @Test
  void sharedVaryingParameterMakesAnotherLoad() {
    Regret regret =
        regret(
            cell("burst", "a", 2, 0).param("costModel", "flat"),
            cell("burst", "b", 4, 0).param("costModel", "flat"),
            cell("burst", "a", 9, 0).param("costModel", "linear"),
            cell("burst", "b", 3, 0).param("costModel", "linear"));
    assertThat(regret.loads())
        .extracting(Regret.Load::title)
        .containsExactlyInAnyOrder("burst costModel=flat", "burst costModel=linear");
    assertThat(Regret.of(read(cell("burst", "a", 1, 0)), "strategy")).isEmpty();
    assertThat(Regret.of(read(cell("burst", "a", 1, 0)), "nothing")).isEmpty();
  }

  @Test
  void numbersAreOrderedBySize() {
    Regret regret =
        Regret.of(
                read(
                    cell("burst", "a", 3, 0).param("incStep", 100),
                    cell("burst", "a", 2, 0).param("incStep", 25),
                    cell("burst", "a", 9, 0).param("incStep", 1)),
                "incStep")
            .orElseThrow();
    assertThat(regret.values()).containsExactly("1", "25", "100");
  }

  @Test
  void everyRegretHasAtMostThreeCharacters() {
    for (double regret : new double[] {1, 1.04, 9.94, 9.96, 99.6, 999.4, 999.6, 5e4, 1e9}) {
      assertThat(Regret.words(OptionalDouble.of(regret))).hasSizeLessThanOrEqualTo(3);
    }
    assertThat(Regret.words(OptionalDouble.of(9.96))).isEqualTo("10");
    assertThat(Regret.words(OptionalDouble.of(999.6))).isEqualTo("1k");
  }

  @Test
  void mapNamesTheBestValues() {
    Regret regret =
        regret(cell("burst", "a", 2, 0), cell("burst", "b", 2, 0), cell("burst", "c<d", 3, 0));
    assertThat(RegretMap.of(regret).description()).contains("burst: a and b.");
    assertThat(RegretMap.of(regret).inline()).contains("c&lt;d on burst: 1.5");
  }
}
