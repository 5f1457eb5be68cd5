package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.report.Regret.Unit;
import dev.sessionbench.report.chart.RegretMap;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegretTest {
  private static final String POOL = "pool-";

  private static JmhCell cell(String load, String strategy, double wait, int refused) {
    return JmhCell.of(load)
        .param("strategy", strategy)
        .param("maxSessions", 400)
        .param("timeScale", 1)
        .times(100)
        .secondary("failedCallers", "#", refused)
        .secondary("poolAcquired", "#", 200 - refused)
        .secondary("numBatchCreateSessionsRpcs", "#", 7 * wait)
        .secondary("idleSessionSeconds", "s", 4)
        .secondary("acquireWaitMean", "ms", wait);
  }

  /** Cells of pools are measured, the others simulated. */
  private static List<CellResult> read(JmhCell... cells) {
    Environment virtual =
        new Environment("", "", "", "", 0, CellResult.SIMULATED, "", "", "1", 0, "", "", List.of());
    return ResultFile.parse("cells", Arrays.toString(cells)).stream()
        .map(
            cell ->
                cell.key().params().getOrDefault("strategy", "").startsWith(POOL)
                    ? cell
                    : cell.withEnvironment(virtual))
        .toList();
  }

  private static Regret.Terms terms(String parameter, Unit unit) {
    return new Regret.Terms(
        parameter,
        unit,
        Set.of("bound"),
        pool ->
            pool.startsWith(POOL) ? Optional.of(pool.substring(POOL.length())) : Optional.empty());
  }

  private static List<Regret> regrets(Unit unit, JmhCell... cells) {
    return Regret.of(read(cells), terms("strategy", unit));
  }

  private static Regret regret(JmhCell... cells) {
    return regrets(Unit.WAIT, cells).get(0);
  }

  private static String words(Regret regret, int load, String strategy) {
    return Regret.words(regret.loads().get(load).of(strategy));
  }

  @Test
  void regretIsTheCostBeyondTheLeastOfTheLoad() {
    Regret regret =
        regret(
            cell("burst", "a", 2, 0),
            cell("burst", "b", 3.5, 0),
            cell("ramp", "a", 50, 0),
            cell("ramp", "b", 0, 0));
    assertThat(regret.loads()).extracting(Regret.Load::title).containsExactly("burst", "ramp");
    assertThat(words(regret, 0, "a")).isEqualTo("0");
    assertThat(words(regret, 0, "b")).isEqualTo("1.5");
    assertThat(words(regret, 1, "a")).isEqualTo("50");
    assertThat(words(regret, 1, "c")).isEqualTo("–");
    assertThat(regret.summary()).contains("burst a; ramp b.");
  }

  @Test
  void costsAreForEachOperation() {
    JmhCell[] cells = {cell("burst", "a", 2, 50), cell("burst", "b", 3, 50)};
    assertThat(regrets(Unit.RPCS, cells).get(0).loads().get(0).of("b")).isEqualTo(3.5);
    cells[1].secondary("idleSessionSeconds", "s", 6);
    assertThat(regrets(Unit.IDLE, cells).get(0).loads().get(0).of("b")).isEqualTo(10);
  }

  @Test
  void oneLoadAloneDoesNotDecideTheOrder() {
    Regret regret =
        regret(
            cell("burst", "a", 2, 0),
            cell("burst", "b", 3, 0),
            cell("ramp", "a", 2, 0),
            cell("ramp", "b", 3, 0),
            cell("steady", "a", 9_000, 0),
            cell("steady", "b", 0, 0));
    assertThat(regret.values()).containsExactly("a", "b");
  }

  @Test
  void boundsAreNoReferenceAndComeLast() {
    Regret regret =
        regret(cell("burst", "a", 20, 0), cell("burst", "b", 30, 0), cell("burst", "bound", 5, 0));
    assertThat(regret.values()).containsExactly("a", "b");
    assertThat(regret.bounds()).containsExactly("bound");
    assertThat(words(regret, 0, "a")).isEqualTo("0");
    assertThat(words(regret, 0, "bound")).isEqualTo("-15");
  }

  @Test
  void refusingMoreCallersIsWorseThanAnyWait() {
    Regret regret = regret(cell("burst", "cheap", 1, 3), cell("burst", "dear", 90, 0));
    assertThat(words(regret, 0, "cheap")).isEqualTo("∞");
    assertThat(words(regret, 0, "dear")).isEqualTo("0");
    assertThat(regret.values()).containsExactly("dear", "cheap");
  }

  @Test
  void usesTheBestValueOfAStrategysOwnParameter() {
    Regret regret =
        regret(
            cell("poisson", "knows", 4, 0).param("earlyMillis", 0),
            cell("poisson", "knows", 2, 0).param("earlyMillis", 25),
            cell("poisson", "guesses", 3, 0));
    assertThat(regret.loads()).hasSize(1);
    assertThat(words(regret, 0, "guesses")).isEqualTo("1.0");
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
        .containsExactlyInAnyOrder("1.0", "0");
  }

  @Test
  void eachCostModelHasItsMap() {
    List<Regret> regrets =
        regrets(
            Unit.WAIT,
            cell("burst", "a", 2, 0).param("costModel", "flat"),
            cell("burst", "b", 4, 0).param("costModel", "flat"),
            cell("burst", "a", 9, 0).param("costModel", "contended"),
            cell("burst", "b", 3, 0).param("costModel", "contended"));
    assertThat(regrets)
        .extracting(regret -> RegretMap.of(regret).id())
        .containsExactly("regret-strategy-wait-flat", "regret-strategy-wait-contended");
    assertThat(regrets).allMatch(regret -> regret.loads().get(0).title().equals("burst"));
    assertThat(regrets(Unit.WAIT, cell("burst", "a", 1, 0))).isEmpty();
  }

  @Test
  void measuredResultsAreNotCompared() {
    JmhCell[] cells = {cell("burst", "a", 1, 0), cell("burst", "pool-b", 2, 0)};
    assertThat(regrets(Unit.WAIT, cells)).isEmpty();
  }

  @Test
  void aDotMarksTheLoadOnWhichARealPoolWasMeasured() {
    JmhCell[] cells = {
      cell("burst", "a", 1, 0),
      cell("burst", "b", 2, 0),
      cell("burst", "pool-b", 2, 0).param("timeScale", 2),
      cell("burst", "pool-a", 1, 0).param("maxSessions", 100)
    };
    Regret regret = regret(cells);
    assertThat(regret.loads().get(0).measured()).containsOnlyKeys("b");
    assertThat(RegretMap.of(regret).inline())
        .containsOnlyOnce("<circle")
        .contains("b on burst: 1.0; measured: pool-b");
  }

  @Test
  void numbersAreOrderedBySize() {
    JmhCell[] cells = {
      cell("burst", "a", 3, 0).param("incStep", 100),
      cell("burst", "a", 2, 0).param("incStep", 25),
      cell("burst", "a", 9, 0).param("incStep", 1)
    };
    assertThat(Regret.of(read(cells), terms("incStep", Unit.WAIT)))
        .singleElement()
        .satisfies(regret -> assertThat(regret.values()).containsExactly("1", "25", "100"));
    assertThat(Regret.of(read(cells), terms("nothing", Unit.WAIT))).isEmpty();
  }

  @Test
  void everyRegretHasAtMostFourCharacters() {
    for (double regret : new double[] {0, 0.04, 9.94, 9.96, 999.4, 999.6, 5e4, 1e9}) {
      assertThat(Regret.words(regret)).hasSizeLessThanOrEqualTo(3);
      assertThat(Regret.words(-regret)).hasSizeLessThanOrEqualTo(4);
    }
    assertThat(Regret.words(9.96)).isEqualTo("10");
    assertThat(Regret.words(999.6)).isEqualTo("1k");
    assertThat(Regret.words(-0.01)).isEqualTo("0");
  }

  @Test
  void mapNamesTheBestValues() {
    Regret regret =
        regret(cell("burst", "a", 2, 0), cell("burst", "b", 2, 0), cell("burst", "c<d", 3, 0));
    assertThat(RegretMap.of(regret).description()).contains("burst a or b.");
    assertThat(RegretMap.of(regret).inline()).contains("c&lt;d on burst: 1.0");
  }
}
