package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.bench.trial.FaultOptions.FaultScenario;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/faults.md says of the committed run is in it. */
class FaultBaselineTest {
  private static final List<CellResult> CELLS =
      ResultFile.read(Path.of("results", "faults", "result.json.gz"));
  private static final List<String> STEPS = List.of("1", "25", "100");

  @Test
  void holdsEveryScenarioAtThreeStepsOfOneCleanBuild() {
    assertThat(CELLS)
        .extracting(cell -> param(cell, "scenario") + " " + param(cell, "incStep"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(FaultScenario.values())
                .flatMap(scenario -> STEPS.stream().map(step -> scenario + " " + step))
                .toList());
    assertThat(CELLS)
        .extracting(cell -> Objects.requireNonNull(cell.environment()))
        .allMatch(environment -> environment.clientVersion().equals("6.107.0"))
        .allMatch(environment -> environment.dirty().equals("false"))
        .extracting(Environment::gitCommit)
        .containsOnly(Objects.requireNonNull(CELLS.get(0).environment()).gitCommit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"internalOnce", "stall"})
  void theFirstCreationFailsAsManyWaitersAsItAskedForSessions(String scenario) {
    for (String step : STEPS) {
      assertThat(figure(scenario, step, "waitersFailed")).isEqualTo(Double.parseDouble(step));
    }
  }

  @Test
  void noCreationFailsMoreWaitersThanItAskedForSessions() {
    for (CellResult cell : CELLS) {
      if (figure(cell, "failedCreations") > 0) {
        assertThat(figure(cell, "blastRadius"))
            .as("%s", cell.key())
            .isLessThanOrEqualTo(Double.parseDouble(param(cell, "incStep")));
      }
    }
  }

  @Test
  void creationsThatFailWhenNobodyWaitsFailNobody() {
    assertThat(figure("internalRate", "1", "waitersFailed"))
        .isPositive()
        .isLessThan(figure("internalRate", "1", "failedCreations"));
  }

  @Test
  void whatHappenedInNoRunIsNotSaidToHaveDoneAnything() {
    assertThat(CELLS)
        .filteredOn(cell -> figure(cell, "faultsInjected") == 0)
        .filteredOn(cell -> !param(cell, "scenario").equals("none"))
        .extracting(cell -> param(cell, "scenario") + " " + param(cell, "incStep"))
        .containsExactlyInAnyOrder(
            "unavailableRate 100",
            "internalRate 100",
            "resourceExhausted 25",
            "resourceExhausted 100");
    assertThat(CELLS)
        .allMatch(
            cell ->
                Double.isNaN(figure(cell, "timeToRecover"))
                    == (figure(cell, "faultsInjected") == 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unavailableOnce",
        "unavailableRate",
        "resourceExhausted",
        "halfBatch",
        "emptyBatch"
      })
  void whatIsTriedAgainFailsNobody(String scenario) {
    for (String step : STEPS) {
      assertThat(figure(scenario, step, "applicationErrors")).isZero();
    }
  }

  @Test
  void anAnswerWithFewerSessionsCostsRpcsButForHalfOfOne() {
    String rpcs = "numBatchCreateSessionsRpcs";
    for (String step : STEPS) {
      assertThat(figure("emptyBatch", step, rpcs)).isGreaterThan(figure("none", step, rpcs));
    }
    for (String step : List.of("25", "100")) {
      assertThat(figure("halfBatch", step, rpcs)).isGreaterThan(figure("none", step, rpcs));
    }
    assertThat(figure("halfBatch", "1", rpcs)).isEqualTo(figure("none", "1", rpcs));
  }

  @Test
  void aServerThatIsAwayShortlyIsMissedForMoreThanASecond() {
    for (String step : STEPS) {
      assertThat(figure("serverRestart", step, "timeToRecover")).isGreaterThan(1_000);
    }
  }

  @Test
  void lostSessionsAreReplacedOneByOne() {
    for (String step : STEPS) {
      int size = Integer.parseInt(step);
      assertThat(figure("sessionsLost", step, "numBatchCreateSessionsRpcs"))
          .isEqualTo(figure("none", step, "numBatchCreateSessionsRpcs") + size);
    }
  }

  @Test
  void noSessionLeaksOrIsBeyondTheMaximumButWhereTheServerRestarts() {
    for (CellResult cell : CELLS) {
      if (!param(cell, "scenario").equals("serverRestart")) {
        assertThat(figure(cell, "sessionsLeaked")).as("%s", cell.key()).isZero();
        assertThat(figure(cell, "sessionsBeyondMax")).as("%s", cell.key()).isZero();
      }
    }
  }

  private static String param(CellResult cell, String name) {
    return Objects.requireNonNull(Objects.requireNonNull(cell.params()).get(name));
  }

  private static double figure(String scenario, String step, String name) {
    return figure(cell(scenario, step), name);
  }

  private static CellResult cell(String scenario, String step) {
    return CELLS.stream()
        .filter(
            cell -> param(cell, "scenario").equals(scenario) && param(cell, "incStep").equals(step))
        .findFirst()
        .orElseThrow();
  }

  private static double figure(CellResult cell, String name) {
    return Sample.ofForks(Objects.requireNonNull(cell.secondaryMetrics().get(name)).rawData())
        .median();
  }
}
