package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Metric;
import dev.sessionbench.simulate.sweep.SimulatedCell;
import dev.sessionbench.simulate.sweep.SimulatedResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the lab say what their data says, and what is off stands out. */
class LabTablesTest {
  private static final TreeMap<String, String> SMALL =
      new TreeMap<>(
          Map.of(
              "minSessions", "4",
              "maxSessions", "20",
              "numChannels", "2",
              "seed", "1",
              "operations", "0",
              "concurrency", "0",
              "transport", "inprocess",
              "port", "0",
              "costModel", "flat",
              "waitForMinSessions", "true"));

  /** As if the client were as good as virtual time. */
  private static CellResult simulated(String load, String... words) {
    TreeMap<String, String> params = new TreeMap<>(SMALL);
    for (int i = 0; i < words.length; i += 2) {
      params.put(words[i], words[i + 1]);
    }
    CellResult result =
        new SimulatedResults()
            .result(new SimulatedCell("dev.sessionbench.SessionPoolBenchmark." + load, params), 1);
    Environment made = Objects.requireNonNull(result.environment());
    return result.withEnvironment(made.withClientVersion("6.107.0"));
  }

  private static CellResult with(CellResult result, String metric, double value) {
    Map<String, Metric> metrics = new LinkedHashMap<>(result.secondaryMetrics());
    metrics.put(metric, Metric.of("#", List.of(List.of(value))));
    return result.withSecondaryMetrics(metrics);
  }

  private static CellResult lasting(CellResult result, double millis) {
    return result.withPrimaryMetric(Metric.of("ms/op", List.of(List.of(millis))));
  }

  private static CommittedRun run(CellResult... cells) {
    return new CommittedRun(Path.of("none"), List.of(cells));
  }

  @Test
  void aCellThatIsLikeVirtualTimeIsNotOff() {
    CellResult like = simulated("burstRead", "incStep", "3");
    assertThat(new IdealTables(run(like)).renderByLoad())
        .contains("| burstRead | 1 | 1 | 0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 |")
        .contains("- RPCs are equal in 1 of 1 cells; 0 cells are bound by the machine.")
        .contains("- 0 cells are off");
  }

  @Test
  void aCellWithOtherRequestsOrAnotherTimeIsOffAndShown() {
    CellResult like = simulated("burstRead", "incStep", "3");
    CellResult more = with(simulated("burstRead", "incStep", "4"), "numBatchCreateSessionsRpcs", 9);
    CellResult wrong = simulated("burstWrite", "incStep", "5");
    CellResult longer = lasting(wrong, wrong.primaryMetric().score() * 1.1 + 5);
    assertThat(new IdealTables(run(like, more, longer)).renderByLoad())
        .contains("- RPCs are equal in 2 of 3 cells")
        .contains("- 2 cells are off")
        .containsPattern("burstRead \\| 4 to 20 \\| 4 \\| 2 \\| 0 \\| flat \\| 9 \\| 6 ")
        .containsPattern("burstWrite \\| 4 to 20 \\| 5 ");
  }

  @Test
  void aLoadThatTakesNoTimeIsNoPercentBeyond() {
    CellResult free = simulated("steadyIncrease", "incStep", "3", "operations", "2");
    CellResult grows = simulated("steadyIncrease", "incStep", "3");
    double time = grows.primaryMetric().score();
    assertThat(new IdealTables(run(lasting(free, 7), lasting(grows, 1.5 * time))).renderByLoad())
        .contains("| steadyIncrease | 2 | 2 | 0 | 50.0 | 50.0 |")
        .contains("- 2 cells are off");
  }

  @Test
  void ourPoolIsBesideTheClientLoadByLoad() {
    CellResult ours = simulated("burstRead", "strategy", "fixed-step", "incStep", "3");
    TreeMap<String, String> params = new TreeMap<>(SMALL);
    params.put("strategy", "client");
    CellResult client = lasting(ours.withParams(params), ours.primaryMetric().score() / 0.94);
    assertThat(LabTables.besideClient(run(client, ours)))
        .contains("| 0.940 | 8 | 8 |")
        .contains("at most 5 % in 0 of 1 loads; 0 are bound by the machine");
    assertThat(LabTables.besideClient(run(lasting(client, ours.primaryMetric().score()), ours)))
        .contains("| 1.000 | 8 | 8 |")
        .contains("at most 5 % in 1 of 1 loads");
  }

  @Test
  void rulesThatALoadCannotTellApartAreNamedWithIt() {
    CellResult step = simulated("burstRead", "strategy", "fixed-step", "incStep", "3");
    CellResult hedged = simulated("burstRead", "strategy", "fixed-step-hedged", "incStep", "3");
    CellResult other = simulated("burstRead", "strategy", "one-per-caller");
    assertThat(LabTables.alike(run(other, hedged, step)))
        .contains("| fixed-step, fixed-step-hedged | every load |")
        .doesNotContain("one-per-caller");
    assertThat(
            LabTables.alike(
                run(other, hedged, step, simulated("burstWrite", "strategy", "doubling"))))
        .contains("| fixed-step, fixed-step-hedged | burstRead |");
  }

  @Test
  void whatDiffersBesideTheRuleHasAColumn() {
    CellResult kept = simulated("burstRead", "strategy", "doubling", "shrink", "never");
    CellResult shrunk = simulated("burstRead", "strategy", "doubling", "shrink", "idle-limit");
    assertThat(LabTables.rules(run(kept, shrunk)))
        .contains("| strategy | shrink | RPCs |", "| closed |")
        .contains("| doubling | idle-limit |");
    CellResult lazy = simulated("coldStart", "strategy", "doubling", "minSessions", "0");
    CellResult eager = simulated("coldStart", "strategy", "doubling", "minSessions", "4");
    assertThat(LabTables.rules(run(lazy, eager)))
        .contains("| strategy | minSessions | RPCs |", "| doubling | 0 |", "| doubling | 4 |")
        .doesNotContain("closed");
  }

  @Test
  void theSpeedOfACommandIsTheMedianOfItsRuns(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("speed.tsv");
    Files.writeString(
        file,
        String.join(
            "\n",
            List.of(
                "# three runs each, commit 1234567",
                "32\t3200\t1.9\t3.00",
                "32\t3200\t1.7\t2.00",
                "32\t3200\t9.9\t1.00",
                "10000\t3200\t20.1\t40.22",
                "advise\t–\t5.0\t9.1")));
    assertThat(LabTables.speed(file))
        .contains("| 32 | 3,200 | 1.9 | 2.0 |")
        .contains("| 10,000 | 3,200 | 20.1 | 40.2 |")
        .contains("| advise | – | 5.0 | 9.1 |");
    assertThat(LabTables.speedOrigin(file)).isEqualTo("three runs each, commit 1234567");
  }
}
