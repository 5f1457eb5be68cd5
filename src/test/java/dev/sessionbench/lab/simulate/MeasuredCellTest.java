package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.Assigned;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests cells of the lab over real RPCs to the mock server. */
class MeasuredCellTest {
  @TempDir private Path folder;

  private static final String SMALL =
      "minSessions=4 maxSessions=20 numChannels=2 seed=1 operations=0 concurrency=0"
          + " transport=inprocess port=0 costModel=flat waitForMinSessions=true timeScale=1";

  static Map<String, String> given(String... given) {
    return Assigned.params(SMALL, String.join(" ", given));
  }

  /** The values of the benchmark if none is named. */
  static Map<String, String> standards(String... given) {
    return given(String.join(" ", given), "minSessions=100 maxSessions=400 numChannels=4");
  }

  private static Map<String, Double> measure(String load, String... given) throws Exception {
    return measure(MeasuredCell.read(load, given(given)));
  }

  private static Map<String, Double> measure(MeasuredCell cell) throws Exception {
    try (Trial trial = Trial.prepare(cell.measured())) {
      trial.run();
      Map<String, Double> metrics = new LinkedHashMap<>();
      trial.finish().metrics().forEach((MetricValue f) -> metrics.put(f.name(), f.value()));
      return metrics;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "fixed-step"})
  void whereEveryRequestFailsOnlyTheMinimumServes(String strategy) throws Exception {
    Map<String, Double> metrics =
        measure(
            "agents",
            "strategy=" + strategy,
            "failPercent=100 agents=12 turns=2 thinkMillis=0 holdMillis=5");
    assertThat(metrics).containsEntry("sessionsCreated", 4.0).containsEntry("poolMaxSessions", 4.0);
    assertThat(metrics.get("failedCallers")).isBetween(1.0, 24.0);
    assertThat(metrics.get("numBatchCreateSessionsRpcs")).isGreaterThan(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "fixed-step"})
  void costsAreReportedForTheRealClientToo(String strategy) throws Exception {
    Map<String, Double> metrics =
        measure(
            "poisson", "strategy=" + strategy, "ratePerSecond=300 lastsMillis=100 holdMillis=2");
    assertThat(metrics)
        .containsEntry("failedCallers", 0.0)
        .containsEntry("poolMaxSessions", metrics.get("sessionsCreated"))
        .containsEntry("sessionsClosed", 0.0)
        .containsKeys("acquireWaitMax", "overshoot", "maxRpcsInFlight");
    // Four sessions for at least a tenth of a second, less the time in use.
    assertThat(metrics.get("idleSessionSeconds")).isGreaterThan(0);
    assertThat(metrics.get("poolAcquired")).isEqualTo(metrics.get("poolReleased"));
  }

  @Test
  void sequentialReadsCostTheRealClientAndOurPoolTheSame() throws Exception {
    Map<String, Double> real = measure("steadyIncrease", "strategy=client incStep=5");
    Map<String, Double> ours = measure("steadyIncrease", "strategy=fixed-step incStep=5");
    for (String count :
        List.of("numBatchCreateSessionsRpcs", "sessionsCreated", "overshoot", "poolMaxSessions")) {
      assertThat(ours.get(count)).as(count).isEqualTo(real.get(count));
    }
  }

  @Test
  void aPoolThatShrinksReportsItsClosedSessions() throws Exception {
    Map<String, Double> metrics =
        measure(
            "repeatedBursts",
            "bursts=2 burstPeriodMillis=700 demandPercent=50 strategy=fixed-step"
                + " shrink=idle-time-deleted idleMillis=100 everyMillis=10 keptIdle=0");
    assertThat(metrics.get("sessionsClosed")).isGreaterThan(0);
  }

  private String file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("load.yaml"), "description: x\n" + yaml).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "one-per-caller", "fixed-step:incStep:1"})
  void aDescribedLoadIsPlayedOnItsPoolAgainstItsService(String strategy) throws Exception {
    // Four callers keep their sessions, so each of the eight later ones needs one of its own.
    String load =
        file(
            """
            pool: {minSessions: 0, maxSessions: 20, numChannels: 2}
            creation: {millis: 5}
            callers:
              - {atOnce: 8, atMillis: 60, keeps: true}
              - {atOnce: 4, keeps: true}
            """);
    Map<String, String> named = standards("strategy=" + strategy, "load=" + load);
    assertThat(measure(MeasuredCell.read("described", named)))
        .containsEntry("failedCallers", 0.0)
        .containsEntry("poolMaxInUse", 12.0)
        .containsEntry("sessionsCreated", strategy.equals("client") ? 20.0 : 12.0);
  }

  @Test
  void aDescribedCellHasThePoolOfItsFileAndSpelledOutStrategy() throws IOException {
    Map<String, String> given =
        standards(
            "load="
                + file(
                    "pool: {minSessions: 3, maxSessions: 9}\ncallers: [{atOnce: 1, keeps: true}]"),
            "strategy=doubling:atMost:7");
    assertThat(MeasuredCell.recorded("described", given))
        .containsEntry("minSessions", "3")
        .containsEntry("maxSessions", "9")
        .containsEntry("strategy", "doubling")
        .containsEntry("atMost", "7")
        .containsKeys("load", "loadContent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minSessions | 7 | minSessions=7: has no meaning for described, whose file sets it",
        "costModel | linear | costModel=linear: has no meaning for described",
        "timeScale | 2 | timeScale=2: has no meaning for described",
        "failPercent | 5 | failPercent=5: has no meaning for described",
        "strategy | doubling:1 | strategy=doubling:1: must be a strategy, or one with a value as in",
        "strategy | doubling:low:1 | unknown parameter of doubling 'low'",
        "strategy | client | : its callers wait otherwise than those of the real client",
        "load | standard | load=standard: must be a file that describes a load",
        "load | no.yaml | no.yaml: there is no such file",
      })
  void whatADescribedLoadCannotBeIsOneLine(String name, String value, String complaint)
      throws IOException {
    Map<String, String> given =
        standards(
            "strategy=doubling",
            "load="
                + file(
                    """
                    pool: {acquireTimeoutMillis: 100}
                    callers: [{atOnce: 1, holdMillis: 1}]
                    """));
    given.put(name, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read("described", given))
        .withMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clients: 2 | atOnce: 1 | has 2 clients that share a service, and one is measured",
        "clients: 1 | atOnce: 10001 | 10001 callers at once need as many threads: must be at most"
            + " 10000",
      })
  void whatNoThreadsCanPlayIsOneLine(String clients, String callers, String complaint)
      throws IOException {
    String load = file("%s\ncallers: [{%s, keeps: true}]\n".formatted(clients, callers));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read("described", standards("load=" + load)))
        .withMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "burstRead | strategy | fixedstep | unknown strategy 'fixedstep' (nearest: fixed-step)",
        "burstRead | incStep | 0 | incStep=0: must be a whole number from 1",
        "burstRead | strategy | clairvoyant | strategy=clairvoyant: must know the load beforehand",
        "burstRead | shrink | idle-time | shrink=idle-time: has no meaning for strategy=client",
        "burstRead | idleOrder | fifo | idleOrder=fifo: has no meaning for strategy=client",
        "poisson | ratePerSecond | 0 | ratePerSecond=0: must be a number from 0.001",
        "agents | operations | 5 | operations=5: has no meaning for agents",
      })
  void wrongValuesAreOneLine(String load, String name, String value, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read(load, given(name + "=" + value)))
        .withMessageContaining(complaint);
  }

  @Test
  void resultsLeaveOutDefaultsAndUnusedParameters() {
    Map<String, String> all = given("strategy=doubling shrink=standard turns=3 idleOrder=standard");
    MeasuredCell.parameters().forEach(name -> all.putIfAbsent(name, "7"));
    Map<String, String> recorded = MeasuredCell.recorded("burstRead", all);
    List<String> own = Strategies.DOUBLING.schema().names();
    assertThat(recorded.keySet()).containsAll(own).contains("strategy").doesNotContain("turns");
    assertThat(recorded).hasSize(given("").size() + 1 + own.size());
  }

  @Test
  void parametersOfStrategiesAndLoadsHaveDifferentNames() {
    List<String> ofStrategies =
        Stream.concat(
                Arrays.stream(Strategies.values()).map(Strategies::schema),
                Arrays.stream(ShrinkStrategies.values()).map(ShrinkStrategies::schema))
            .flatMap(schema -> schema.names().stream())
            .toList();
    for (LabLoad load : LabLoad.values()) {
      assertThat(load.schema().names()).doesNotContainAnyElementsOf(ofStrategies);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hikaricp, one-per-waiter-elided",
    "dbcp2-2.13.0, one-per-caller-blocking",
    "c3p0, target-plus-increment",
    "tomcat-jdbc, one-per-caller",
    "agroal, one-per-caller-serial",
    "vibur, one-per-caller",
    "reactor-pool, one-per-caller"
  })
  void theNameOfAPoolStandsForItsStrategyInVirtualTime(String pool, String strategy) {
    LabCell cell = LabCell.read("burstRead", given("strategy=" + pool));
    assertThat(cell.strategy()).hasToString(strategy);
  }

  @Test
  void aRealPoolHasNoIdleOrderToChoose() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read("burstRead", given("strategy=hikaricp idleOrder=fifo")))
        .withMessage(
            "idleOrder=fifo: has no meaning for strategy=hikaricp-6.3.0, a real pool; leave it out");
  }
}
