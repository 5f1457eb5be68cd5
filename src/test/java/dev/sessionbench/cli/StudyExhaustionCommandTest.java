package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.exhaustion.Leaderboard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyExhaustionCommandTest extends CommandFixture {

  @Test
  void aShortStudyFindsTheExhaustedPoolAndSoDoesDiagnose() throws Exception {
    Path json = folder.resolve("study.json");
    Path html = folder.resolve("study.html");
    List<String> args = new ArrayList<>(List.of("study", "exhaustion", "--agents", "2,12"));
    args.addAll(List.of("--pool", "2,4,1", "--seconds", "1.6", "--idle", "0", "--network", "20"));
    args.addAll(List.of("--pause", "10", "--warm-up", "0.3", "--loop", "closed"));
    // Compared with so slow a server, the delays of a busy machine are negligible.
    Path slow = folder.resolve("slow.yaml");
    Files.writeString(slow, "latencies: {ExecuteStreamingSql: 60, ExecuteSql: 60, Commit: 60}\n");
    args.addAll(List.of("--profile", slow.toString()));
    args.addAll(List.of("-o", html.toString()));
    assertThat(run(args.toArray(String[]::new))).as(this::said).isZero();
    // A busy machine may add causes of its own.
    String exhausted = "Scenario 2, 12 agents\\. Diagnosis: .*[Tt]he pool is exhausted";
    assertThat(said()).containsPattern(exhausted);
    assertThat(Files.readString(html))
        .containsPattern("<h1>.*[Tt]he pool is exhausted")
        .endsWith("</html>\n");
    assertThat(run("diagnose", json.toString())).as(this::said).isZero();
    assertThat(said()).contains("Scenario 1, 2 agents. Diagnosis: ").containsPattern(exhausted);
  }

  @Test
  void aRunningServerCanBeUsed() throws Exception {
    Path json = folder.resolve("study.json");
    try (MockSpannerServer server =
        MockSpannerServer.start(Profiles.load(Leaderboard.PROFILE).options())) {
      String line =
          "study exhaustion --server localhost:%d --agents 2 --seconds 1.3 --pause 10 --warm-up 0.2"
              + " --loop closed --html %s";
      String page = folder.resolve("study.html").toString();
      assertThat(run(line.formatted(server.port(), page).split(" "))).as(this::said).isZero();
      assertThat(server.counters().count(Rpc.COMMIT)).isPositive();
      assertThat(Files.readString(json))
          .contains("\"elsewhere\" : \"localhost:" + server.port(), "\"api\" : null");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BatchCreateSessions, BatchCreateSessions takes about 3600 s",
    "ExecuteStreamingSql, cannot each end a transaction within the 4.0 s",
    "Commit, cannot each end a transaction within the 4.0 s"
  })
  void aProfileThatIsTooSlowIsRefusedBeforeItBegins(String method, String complaint)
      throws Exception {
    Path slow = folder.resolve("slow.yaml");
    Files.writeString(slow, "latencies: {%s: 3600000}\n".formatted(method));
    assertThat(run("study", "exhaustion", "--profile", slow.toString())).isEqualTo(2);
    assertThat(said()).contains(complaint).hasLineCount(1);
  }

  @Test
  void aClientIsDiagnosedByItsOwnMetricsOnly() throws Exception {
    List<String> args =
        new ArrayList<>(List.of("diagnose", "--every", "3", "--client", "client-2"));
    for (String name : List.of("exhausted-1.prom", "exhausted-2.prom")) {
      String text = Files.readString(Path.of("results/exhaustion/scrapes", name));
      Path file = folder.resolve(name);
      Files.writeString(file, text + text.replace("client-1", "client-2"));
      args.add(file.toString());
    }
    assertThat(run(args.toArray(String[]::new))).as(this::said).isEqualTo(3);
    assertThat(said())
        .contains(
            "The pool is exhausted. These scrapes do not show whether it is too small, or whether")
        .contains("at 2 of 2 scrapes at least 95 % of at most 50 were in use and none idle")
        .contains(
            "not measured: GFE latency, as calls do not say which of the 2 clients made them");
  }

  /** The gauges of the pool do not change and no counter grows, as after a network failure. */
  @Test
  void aServerWithoutAnswersIsNoLeakAndInconclusive() throws Exception {
    String text = Files.readString(Path.of("results/exhaustion/scrapes/exhausted-1.prom"));
    List<String> args = new ArrayList<>(List.of("diagnose", "--every", "3"));
    for (int i = 0; i < 3; i++) {
      args.add(Files.writeString(folder.resolve(i + ".prom"), text).toString());
    }
    assertThat(run(args.toArray(String[]::new))).as(this::said).isEqualTo(3);
    assertThat(said())
        .contains("or whether sessions leak, ", "the server is slow or the network is slow.")
        .contains("  next       Export gRPC's grpc.client.attempt.started")
        .doesNotContain("found      sessions leak", "maxSessions", "try-with-resources");
    args.add("--json");
    assertThat(run(args.toArray(String[]::new))).isEqualTo(3);
    assertThat(said()).contains("\"remaining\" : [", "\"SERVER_SLOW\"");
  }
}
