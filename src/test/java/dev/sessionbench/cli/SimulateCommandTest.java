package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.lab.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests {@code simulate} as a user calls it. */
class SimulateCommandTest extends CommandFixture {
  private static final Path BASELINE = Path.of("results/baseline/result.json.gz");

  private List<CellResult> simulate(String name, String... args) {
    Path file = folder.resolve(name);
    List<String> line = new ArrayList<>(List.of("simulate", "-rff", file.toString()));
    line.addAll(Arrays.asList(args));
    assertThat(run(line.toArray(new String[0]))).as(this::err).isZero();
    return ResultFile.read(file);
  }

  private static String cell(CellResult result) {
    return result.key().method() + " " + result.key().params().get("incStep");
  }

  private static double score(CellResult result, String metric) {
    return Objects.requireNonNull(result.secondaryMetrics().get(metric)).score();
  }

  @Test
  void byDefaultTheCellsAreThoseOfTheBaselineMarkedAsSimulated() {
    List<CellResult> results = simulate("a.json");
    assertThat(results.stream().map(SimulateCommandTest::cell))
        .containsExactlyInAnyOrderElementsOf(
            ResultFile.read(BASELINE).stream().map(SimulateCommandTest::cell).toList());
    assertThat(results).allMatch(r -> r.clientVersion().equals("simulated"));
    assertThat(out()).contains("In virtual time");
  }

  @Test
  void theRequestsAreThoseOfTheRealClientInEveryCellOfTheBaseline() {
    List<CellResult> measured = ResultFile.read(BASELINE);
    for (CellResult simulated : simulate("a.json")) {
      CellResult real =
          measured.stream().filter(r -> cell(r).equals(cell(simulated))).findFirst().orElseThrow();
      for (String count : List.of("numBatchCreateSessionsRpcs", "sessionsCreated")) {
        assertThat(score(simulated, count))
            .as("%s of %s", count, simulated.key())
            .isEqualTo(score(real, count));
      }
      // Nothing is faster than virtual time, and the real client is not far behind.
      assertThat(simulated.primaryMetric().score())
          .as("%s", simulated.key())
          .isLessThan(real.primaryMetric().score());
    }
  }

  @Test
  void equalCommandsGiveEqualFiles() throws IOException {
    String[] line = {
      "burst",
      "poisson",
      "-p",
      "maxSessions=120",
      "-p",
      "strategy=fixed-step",
      "-p",
      "incStep=5,30",
      "-p",
      "lastsMillis=100"
    };
    simulate("a.json", line);
    simulate("b.json", line);
    assertThat(folder.resolve("a.json")).hasSameBinaryContentAs(folder.resolve("b.json"));
    assertThat(Files.readString(folder.resolve("a.json"))).doesNotContain(folder.toString());
  }

  @Test
  void allMeansEveryStrategyAndTheBoundIfThereIsOne() {
    List<CellResult> results =
        simulate("a.json.gz", "ramp", "poisson", "-p", "strategy=all", "-p", "lastsMillis=50");
    int rules = Strategies.values().length;
    assertThat(results).hasSize(2 * rules - 1);
    assertThat(results)
        .filteredOn(r -> "clairvoyant".equals(r.key().params().get("strategy")))
        .singleElement()
        .matches(r -> r.key().method().equals("poisson"));
  }
}
