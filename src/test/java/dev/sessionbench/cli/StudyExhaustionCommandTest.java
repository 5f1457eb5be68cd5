package dev.sessionbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.exhaustion.Leaderboard;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyExhaustionCommandTest {
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  @TempDir private Path folder;

  private int execute(String... args) {
    PrintStream out = new PrintStream(output, true, UTF_8);
    return Main.execute(out, out, args);
  }

  private String said() {
    return output.toString(UTF_8);
  }

  @Test
  void aShortStudyTellsAHealthyPoolFromAnExhaustedOneAndItsFileIsDiagnosedAlike() throws Exception {
    Path json = folder.resolve("study.json");
    Path html = folder.resolve("study.html");
    List<String> args = new ArrayList<>(List.of("study", "exhaustion", "--agents", "2,12"));
    args.addAll(List.of("--pool", "2,4,1", "--seconds", "1.6", "--idle", "0", "--network", "20"));
    args.addAll(List.of("--pause", "10", "--warm-up", "0.3", "--loop", "closed", "--no-traces"));
    // Of a server so slow, what a busy machine adds is nothing.
    Path slow = folder.resolve("slow.yaml");
    Files.writeString(slow, "latencies: {ExecuteStreamingSql: 60, ExecuteSql: 60, Commit: 60}\n");
    args.addAll(List.of("--profile", slow.toString()));
    args.addAll(List.of("--json", json.toString(), "--html", html.toString()));
    assertThat(execute(args.toArray(String[]::new))).as(this::said).isZero();
    assertThat(said()).contains("Scenario 2, 12 agents. Diagnosis: The pool is exhausted");
    assertThat(Files.readString(html)).contains("<h1>The pool is exhausted").endsWith("</html>\n");
    output.reset();
    assertThat(execute("diagnose", json.toString())).as(this::said).isZero();
    assertThat(said())
        .contains("Scenario 1, 2 agents. Diagnosis: ")
        .contains("Scenario 2, 12 agents. Diagnosis: The pool is exhausted");
  }

  @Test
  void aServerThatIsThereAlreadyIsPlayedAgainst() throws Exception {
    Path json = folder.resolve("study.json");
    try (MockSpannerServer server =
        MockSpannerServer.start(Profiles.load(Leaderboard.PROFILE).options())) {
      String line =
          "study exhaustion --server localhost:%d --agents 2 --seconds 1.3 --pause 10 --warm-up 0.2"
              + " --loop closed --no-traces --json %s --html %s";
      String page = folder.resolve("study.html").toString();
      assertThat(execute(line.formatted(server.port(), json, page).split(" ")))
          .as(this::said)
          .isZero();
      assertThat(server.counters().count(Rpc.COMMIT)).isPositive();
      assertThat(Files.readString(json))
          .contains("\"elsewhere\" : \"localhost:" + server.port(), "\"api\" : null");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "study | study: must be followed by one of",
        "study exhaustion --agents 0 | --agents 0: must be from 1 to 2000",
        "study exhaustion --agents 2000 --seconds 2 | --agents 2000: cannot end a transaction each",
        "study exhaustion --profile cross-region --agents 600 --seconds 2 | --agents 600: cannot end a transaction each",
        "study exhaustion --profile results/calibrate/troubled/stall.yaml | --profile results/calibrate/troubled/stall.yaml: has a section faults, and this study measures a sound server; leave it out",
        "study exhaustion --seconds 1 | --seconds 1.0: must be more than 1.0",
        "study exhaustion --first 0.5 | --first 0.5: must be more than 1.0",
        "diagnose --selftest 1 --first-seed -1 | --first-seed -1.0: must be from 0.0 to",
        "study exhaustion --pool 5 | --pool [5]: must be MIN,MAX,STEP, as 40,100,25",
        "study exhaustion --pool 5,4,1 | minSessions=5: must be at most maxSessions (4)",
        "study exhaustion --write-share 2 | --write-share 2.0: must be from 0 to 1",
        "study exhaustion --open -3 | --open -3.0: must be more than 0",
        "study exhaustion --server nowhere | --server nowhere: must be HOST:PORT",
        "study exhaustion --json no/such/folder/x.json | --json no/such/folder/x.json: there is no folder",
        "diagnose | diagnose: needs two files, an address, or a file of study exhaustion",
        "diagnose nofile.json | nofile.json: there is no such file",
        "diagnose pom.xml | pom.xml: is no file of study exhaustion",
        "diagnose pom.xml pom.xml --every 5 | pom.xml:1: is no metric",
        "diagnose http://localhost:1/metrics | http://localhost:1/metrics: cannot be read",
        "diagnose --scrapes 1 x y | --scrapes 1.0: must be from 2.0 to 1000.0",
      })
  void whatIsWrongIsSaidInOneLine(String line, String complaint) {
    assertThat(execute(line.split(" "))).as(this::said).isEqualTo(2);
    assertThat(said()).contains(complaint);
    assertThat(said().lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "BatchCreateSessions, BatchCreateSessions takes about 3600 s",
    "ExecuteStreamingSql, cannot end a transaction each within the 4.0 s",
    "Commit, cannot end a transaction each within the 4.0 s"
  })
  void aProfileThatIsTooSlowIsRefusedBeforeItBegins(String method, String complaint)
      throws Exception {
    Path slow = folder.resolve("slow.yaml");
    Files.writeString(slow, "latencies: {%s: 3600000}\n".formatted(method));
    assertThat(execute("study", "exhaustion", "--profile", slow.toString())).isEqualTo(2);
    assertThat(said()).contains(complaint).hasLineCount(1);
  }

  @Test
  void oneOfSeveralClientsIsJudgedByWhatIsItsOwn() throws Exception {
    List<String> args =
        new ArrayList<>(List.of("diagnose", "--every", "3", "--client", "client-2"));
    for (String name : List.of("exhausted-1.prom", "exhausted-2.prom")) {
      String text = Files.readString(Path.of("results/exhaustion/scrapes", name));
      Path file = folder.resolve(name);
      Files.writeString(file, text + text.replace("client-1", "client-2"));
      args.add(file.toString());
    }
    assertThat(execute(args.toArray(String[]::new))).as(this::said).isEqualTo(3);
    assertThat(said())
        .contains("The pool is exhausted, and these scrapes do not tell whether it is too small or")
        .contains("at 2 of 2 scrapes 95 % or more of at most 50 in use and none idle")
        .contains("not told: GFE latency, as a call does not tell which of the 2 clients made it");
  }

  /** The gauges of the pool stay as they are, and nothing is counted, as of a cut network. */
  @Test
  void aServerThatDoesNotAnswerIsNoLeakAndTheExitCodeSaysSo() throws Exception {
    String text = Files.readString(Path.of("results/exhaustion/scrapes/exhausted-1.prom"));
    List<String> args = new ArrayList<>(List.of("diagnose", "--every", "3"));
    for (int i = 0; i < 3; i++) {
      args.add(Files.writeString(folder.resolve(i + ".prom"), text).toString());
    }
    assertThat(execute(args.toArray(String[]::new))).as(this::said).isEqualTo(3);
    assertThat(said())
        .contains("whether it is too small or sessions leak or ", "or the server is slow or ")
        .contains("  next    Export gRPC's grpc.client.attempt.started")
        .doesNotContain("because sessions leak", "maxSessions", "try-with-resources");
    output.reset();
    args.add("--json");
    assertThat(execute(args.toArray(String[]::new))).isEqualTo(3);
    assertThat(said()).contains("\"remaining\" : [", "\"SERVER_SLOW\"");
  }

  @Test
  void theSelftestShowsWhatIsSaidOfPlantedCauses() {
    assertThat(execute("diagnose", "--selftest", "1")).isZero();
    assertThat(said())
        .contains("pool-exhausted")
        .contains("healthy clients called something: 0 of 10");
  }
}
