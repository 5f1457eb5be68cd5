package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.lab.catalogue.Strategies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code simulate}, as a user calls it. */
class SimulateCommandTest {
  private static final Path BASELINE = Path.of("results/baseline/result.json");

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  private List<CellResult> simulate(String name, String... args) {
    Path file = folder.resolve(name);
    List<String> words = new ArrayList<>(List.of("simulate", "-rff", file.toString()));
    words.addAll(Arrays.asList(args));
    assertThat(run(words.toArray(new String[0])))
        .as(() -> err.toString(StandardCharsets.UTF_8))
        .isZero();
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
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("the server's times differ");
  }

  @Test
  void aLoadOfTheLabHasTheCostsOfTheProfileThatIsNamed() {
    assertThat(simulate("f.json", "fleet", "-p", "clients=2", "-p", "profile=cold"))
        .allSatisfy(r -> assertThat(r.key().params()).containsEntry("costModel", "flat"));
    assertThat(simulate("g.json", "fleet", "-p", "clients=2"))
        .allSatisfy(r -> assertThat(r.key().params()).containsEntry("costModel", "contended"));
  }

  @Test
  void whatVirtualTimeHasNotIsNotLeftOutWithoutAWord() {
    assertThat(run("simulate", "burstRead$", "-p", "profile=new-database")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("error: profile new-database: has a section splits, which virtual time has not")
        .hasLineCount(1);
  }

  @Test
  void withoutWordsTheCellsAreThoseOfTheMeasuredBaselineAndMarkedAsSimulated() {
    List<CellResult> results = simulate("a.json");
    assertThat(results.stream().map(SimulateCommandTest::cell))
        .containsExactlyInAnyOrderElementsOf(
            ResultFile.read(BASELINE).stream().map(SimulateCommandTest::cell).toList());
    assertThat(results).allMatch(r -> r.clientVersion().equals("simulated"));
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("In virtual time");
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
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("vs measured")
        .containsPattern("steadyIncrease incStep=25 .*292");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing | no load matches nothing; there are: burstRead, burstWrite",
        "( | '(' is not a regular expression",
        "-p strategy=fixedstep | unknown strategy 'fixedstep' (nearest: fixed-step)",
        "-p incstep=1 | unknown parameter 'incstep' (nearest: incStep)",
        "-p incStep=0 | incStep=0: must be at least 1",
        "-p strategy=fixed-step -p incStep=x | incStep=x: must be a whole number",
        "-p costModel=free | costModel=free: must be",
        "-p incStep | -p incStep: must be NAME=VALUE or NAME=VALUE,VALUE",
        "-p acquireTimeoutMillis=0 | acquireTimeoutMillis=0: must be a whole number from 1",
        "poisson -p ratePerSecond=1e6 -p lastsMillis=1e7 | 10000000000 operations in all: must be",
        "burstRead -p ratePerSecond=5 | unknown parameter 'ratePerSecond'",
        "burstBelowMax -p concurrency=9 | concurrency=9: has no meaning for burstBelowMax, whose",
        "--shard 3/2 | --shard 3/2: must be a part of a whole, as in 1/3",
        "burstRead$ -p incStep=1 --shard 1/2 | --shard 1/2: must be at most 1 parts",
        "-p server=localhost:9010 | unknown parameter 'server'",
        "steadyIncrease -p operations=500 | operations=500: must be at most maxSessions (400)",
        "described | no load matches described; there are: burstRead",
        "poisson -p load=no.yaml | unknown parameter 'load'",
        "-p load=no.yaml | no.yaml: there is no such file",
        "described -p load=no.yaml | no.yaml: there is no such file",
        "described -p load=results/lab/cases/c3p0-65.yaml -p costModel=flat | costModel: has no meaning",
        "agents -p strategy=doubling -p incStep=1 | unknown parameter 'incStep'",
        "fleet -p clients=10000 -p demandPercent=10000 | fleet of maxSessions=400 clients=10000 demandPercent=10000: 301000000 callers in all: must be at most 2000000",
        "fleet -p clients=10000 -p maxSessions=5000 -p demandPercent=1 | maxSessions=5000: makes 50000000 sessions of 10000 clients: must be at most 10000000",
        "burst coldStart -p maxSessions=300000000 | maxSessions=300000000: makes operations=2400000000 concurrency=600000000: must be",
        "ramp -p maxSessions=900000 -p demandPercent=10000 | 89990100 callers in all: must be at most",
        "burstBelowMax -p maxSessions=900000 -p demandPercent=10000 | 89990100 callers in all",
        "agents -p agents=100000 -p turns=10000 | 1000000000 operations in all: must be at most",
        "repeatedBursts -p bursts=1000 -p maxSessions=100000 | 800000000 operations in all",
        "burstRead$ -p operations=200000000 | makes operations=200000000 concurrency=800: must be at",
        "steadyIncrease -p maxSessions=300000000 | makes operations=300000000 concurrency=1: must be",
        "described -p load=src/test/resources/dev/sessionbench/bench/load/hopeless.yaml | 21 want a session after 10 ms",
        "-f 3 | Unknown option: '-f'",
        "-rff no/such/folder/x.json | no/such/folder/x.json: ",
      })
  void badWordsAreOneLineAndNothingIsRun(String words, String complaint) {
    List<String> args = new ArrayList<>(List.of("simulate"));
    args.addAll(List.of(words.split(" ")));
    assertThat(run(args.toArray(new String[0]))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("error: ")
        .contains(complaint)
        .hasLineCount(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
