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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code simulate}, as a user calls it. */
class SimulateCommandTest extends CommandFixture {
  private static final Path BASELINE = Path.of("results/baseline/result.json");

  private List<CellResult> simulate(String name, String... args) {
    Path file = folder.resolve(name);
    List<String> words = new ArrayList<>(List.of("simulate", "-rff", file.toString()));
    words.addAll(Arrays.asList(args));
    assertThat(run(words.toArray(new String[0]))).as(this::err).isZero();
    return ResultFile.read(file);
  }

  private static String cell(CellResult result) {
    return result.key().method() + " " + result.key().params().get("incStep");
  }

  private static double score(CellResult result, String metric) {
    return Objects.requireNonNull(result.secondaryMetrics().get(metric)).score();
  }

  @Test
  void aProfileIsPlayedAndItsContentIsPartOfTheResult() throws IOException {
    Path profile = folder.resolve("p.yaml");
    Files.writeString(
        profile, "latencies: {BatchCreateSessions: 50}\ncostModel: {perOther: 0.5}\n");
    String word = "profile=original," + profile;
    List<CellResult> results =
        simulate("p.json", "steadyIncrease", "-p", "incStep=100", "-p", word, "-p", "timeScale=1");
    assertThat(results).hasSize(2);
    // Three requests one after the other, of 20 to 29 ms and of 50 ms.
    assertThat(results.get(0).primaryMetric().score()).isBetween(60.0, 90.0);
    assertThat(results.get(1).primaryMetric().score()).isEqualTo(150);
    assertThat(results.get(0).key().params()).doesNotContainKeys("profile", "profileContent");
    assertThat(results.get(1).key().params())
        .containsEntry("profile", profile.toString())
        .containsKey("profileContent");
    assertThat(run("compare", folder.resolve("p.json").toString())).isEqualTo(2);
    assertThat(err()).contains("the server's times differ");
  }

  @Test
  void aLoadOfTheLabHasTheCostsOfTheProfileThatIsNamed() {
    assertThat(simulate("f.json", "fleet", "-p", "clients=2", "-p", "profile=cold"))
        .allSatisfy(r -> assertThat(r.key().params()).containsEntry("costModel", "flat"));
    assertThat(simulate("g.json", "fleet", "-p", "clients=2"))
        .allSatisfy(r -> assertThat(r.key().params()).containsEntry("costModel", "contended"));
  }

  @Test
  void withoutWordsTheCellsAreThoseOfTheMeasuredBaselineAndMarkedAsSimulated() {
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
      // Nothing is faster than what takes no time; and the real client is not far behind.
      assertThat(simulated.primaryMetric().score())
          .as("%s", simulated.key())
          .isLessThan(real.primaryMetric().score());
    }
  }

  @Test
  void equalWordsHaveEqualFilesToTheByteHoweverManyPartsTheyAreRunIn() throws IOException {
    String[] words = {
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
    List<CellResult> all = simulate("a.json", words);
    simulate("b.json", words);
    assertThat(folder.resolve("a.json")).hasSameBinaryContentAs(folder.resolve("b.json"));
    Set<String> parts =
        Stream.of("1/3", "2/3", "3/3")
            .flatMap(
                part -> {
                  List<String> sharded = new ArrayList<>(List.of(words));
                  sharded.addAll(List.of("--shard", part));
                  return simulate("part.json", sharded.toArray(new String[0])).stream();
                })
            .map(CellResult::toString)
            .collect(Collectors.toSet());
    assertThat(parts).isEqualTo(all.stream().map(CellResult::toString).collect(Collectors.toSet()));
    assertThat(Files.readString(folder.resolve("a.json"))).doesNotContain(folder.toString());
  }

  @Test
  void whatARuleHasNoParameterForIsOneCell() {
    assertThat(
            simulate(
                "a.json",
                "burstRead$",
                "-p",
                "strategy=fixed-step",
                "-p",
                "incStep=1,2,3",
                "-p",
                "maxSessions=110",
                "-p",
                "costModel=flat,linear"))
        .hasSize(6)
        .allMatch(r -> r.benchmark().equals("dev.sessionbench.GrowthStrategyBenchmark.burstRead"));
  }

  @Test
  void allIsEveryRuleAndTheBoundOnlyWhereThereIsOne() {
    List<CellResult> results =
        simulate("a.json.gz", "ramp", "poisson", "-p", "strategy=all", "-p", "lastsMillis=50");
    int rules = Strategies.values().length;
    assertThat(results).hasSize(2 * rules - 1);
    assertThat(results)
        .filteredOn(r -> "clairvoyant".equals(r.key().params().get("strategy")))
        .singleElement()
        .matches(r -> r.key().method().equals("poisson"));
    // One session for everybody is no pool, and some pass their maximum: neither is weighed.
    assertThat(results.stream().filter(r -> r.metric("weight").isEmpty()))
        .extracting(r -> r.key().params().get("strategy"))
        .containsOnly("multiplexed", "one-per-caller-unbounded");
  }

  @Test
  void aDescribedLoadHasThePoolOfItsFileUnlessAnotherIsChosen() {
    String file = "load=results/lab/cases/c3p0-65.yaml";
    assertThat(simulate("a.json", "described", "-p", file, "-p", "strategy=one-per-caller"))
        .singleElement()
        .matches(r -> score(r, "sessionsCreated") == 10)
        .matches(r -> "100".equals(r.key().params().get("maxSessions")));
    assertThat(simulate("a.json", "described", "-p", file, "-p", "maxSessions=4"))
        .singleElement()
        .matches(r -> score(r, "sessionsCreated") == 4);
  }

  @Test
  void compareSetsSimulatedBesideMeasured() {
    simulate("a.json", "steadyIncrease", "-p", "incStep=25,100");
    assertThat(
            run(
                "compare",
                "measured=" + BASELINE,
                "virtual=" + folder.resolve("a.json"),
                "--filter",
                "benchmark=steadyIncrease incStep=25,100"))
        .isZero();
    assertThat(out()).contains("vs measured").containsPattern("steadyIncrease incStep=25 .*292");
  }
}
