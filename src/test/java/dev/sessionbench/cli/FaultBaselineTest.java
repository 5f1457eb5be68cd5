package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.trial.FaultScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/faults.md says of the committed run is in it. */
class FaultBaselineTest {
  private static final List<CellResult> CELLS =
      ResultFile.read(Path.of("results", "faults", "result.json"));
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
    assertThat(figure("internalRate", "1", "failedCreations")).isEqualTo(63);
    assertThat(figure("internalRate", "1", "waitersFailed")).isEqualTo(51);
    assertThat(figure("internalRate", "1", "sessionsCreated")).isEqualTo(380);
    assertThat(figure("internalRate", "25", "failedCreations")).isEqualTo(5);
    assertThat(figure("internalRate", "25", "waitersFailed")).isEqualTo(125);
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
  @ValueSource(strings = {"unavailableOnce", "unavailableRate", "resourceExhausted", "halfBatch"})
  void whatIsTriedAgainFailsNobody(String scenario) {
    for (String step : STEPS) {
      assertThat(figure(scenario, step, "applicationErrors")).isZero();
    }
  }

  @Test
  void aServerThatIsAwayShortlyIsMissedForSeconds() {
    for (String step : STEPS) {
      assertThat(figure("serverRestart", step, "timeToRecover")).isBetween(1_750.0, 2_700.0);
    }
    assertThat(figure("serverRestart", "1", "sessionsLeaked")).isEqualTo(2);
    assertThat(figure("serverRestart", "25", "sessionsLeaked")).isEqualTo(25);
    assertThat(figure("serverRestart", "100", "sessionsLeaked")).isZero();
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

  @Test
  void theDocumentShowsEveryCellAndWhereTheDataCameFrom() throws IOException {
    String document = Files.readString(Path.of("docs", "faults.md"));
    Environment environment = Objects.requireNonNull(CELLS.get(0).environment());
    assertThat(document)
        .contains(environment.gitCommit().substring(0, 7), environment.clientVersion());
    String scenario = "";
    List<String> shown = new ArrayList<>();
    for (String line :
        document.lines().filter(l -> l.matches("\\|[^|]*\\|[^|]*\\| \\d+ \\|.*")).toList()) {
      List<String> columns = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
      scenario = columns.get(1).isEmpty() ? scenario : columns.get(1).replace("`", "");
      String step = columns.get(3);
      shown.add(scenario + " " + step);
      assertThat(columns.subList(4, 11))
          .as("%s %s", scenario, step)
          .containsExactly(
              number(time(scenario, step)),
              number(figure(scenario, step, "applicationErrors")),
              number(figure(scenario, step, "blastRadius")),
              number(figure(scenario, step, "timeToRecover")),
              number(figure(scenario, step, "numBatchCreateSessionsRpcs")),
              number(figure(scenario, step, "sessionsLeaked")),
              number(figure(scenario, step, "sessionsBeyondMax")));
    }
    assertThat(shown).hasSameSizeAs(CELLS).doesNotHaveDuplicates();
  }

  /** As the table has it: whole from 10, else with two decimals where there are any. */
  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    return value >= 10 || value == Math.rint(value)
        ? "" + Math.round(value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String param(CellResult cell, String name) {
    return Objects.requireNonNull(Objects.requireNonNull(cell.params()).get(name));
  }

  private static double figure(String scenario, String step, String name) {
    return figure(cell(scenario, step), name);
  }

  private static double time(String scenario, String step) {
    return Sample.ofForks(cell(scenario, step).primaryMetric().rawData()).median();
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
