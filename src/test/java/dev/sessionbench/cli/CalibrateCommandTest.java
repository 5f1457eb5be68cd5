package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import dev.sessionbench.study.calibrate.ServerLoad;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class CalibrateCommandTest extends CalibrateFixture {
  @Test
  void writesAProfileThatCanBeReadAndLeavesNoSession() {
    assertThat(calibrate("SERVER --sessions 200 --seed 1")).as(this::err).isZero();
    assertThat(err()).isEmpty();
    assertThat(out())
        .contains("order by seed 1", "sessions | in flight | requests | p50 ms | p95 ms")
        .contains("found.yaml: the quantiles of 4 pairs", "no session is left");
    assertThat(Profiles.load(profile().toString()).options().latencies().times())
        .containsKeys(Rpc.BATCH_CREATE_SESSIONS, Rpc.COMMIT);
    assertThat(measured().calls(Rpc.ROLLBACK)).isNotEmpty();
    assertThat(measured().calls(Rpc.BATCH_CREATE_SESSIONS))
        .hasSize(measured().plannedRequests())
        .allMatch(call -> call.created() == call.asked() && call.serverNanos() >= 0);
    assertThatNothingIsLeft();
  }

  @Test
  void reportDrawsACalibration() throws IOException {
    assertThat(calibrate("SERVER --sessions 200 --seed 1")).isZero();
    Path page = folder.resolve("page.html");
    String data = profile() + ".json";
    assertThat(run("report", data, "-o", page.toString(), "--svg", folder + ""))
        .as(this::said)
        .isZero();
    assertThat(Files.readString(page))
        .contains("What creating sessions costs", "p50 ms")
        .contains("1 in flight at 1: ");
    assertThat(Files.readString(folder.resolve("cost-of-sessions.svg"))).contains("in flight");
  }

  @Test
  void reportDrawsAPackedCalibrationToo() {
    Path page = folder.resolve("page.html");
    String data = "results/calibrate/step.json.gz";
    assertThat(run("report", data, "-o", page.toString())).as(this::said).isZero();
    assertThat(page).content().contains("1 in flight at 100: 6");
  }

  @Test
  void createsAndSendsNoMoreThanItHasAnnounced() {
    assertThat(calibrate("SERVER --sessions 900 --at-once 25 --rate 500 --seed 2")).isZero();
    assertThat(server.sessions().created()).isLessThanOrEqualTo(900);
    ServerLoad load = ServerLoad.of(server);
    assertThat(load.mostAlive()).isBetween(15L, 25L);
    assertThat(load.mostInFlight()).isBetween(4, Budget.IN_FLIGHT);
    assertThat(load.rpcs()).isGreaterThan(500);
    // This holds on the server's own clock, however busy the machine is.
    assertThat(load.mostInASecond()).isLessThanOrEqualTo(500);
    assertThat(server.counters().count(Rpc.EXECUTE_SQL)).isZero();
    assertThatNothingIsLeft();
  }

  @Test
  void aDryRunSendsNothing() {
    assertThat(calibrate("SERVER --dry-run")).isZero();
    assertThat(out())
        .contains("at most 6656 sessions in all, 400 at once; 10000 RPCs a second, 8 in flight");
    assertThat(server.sessions().created()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          - {name: a, on: BatchCreateSessions, shortBatch: 0.5}                                     | 0 | returned fewer sessions than requested
          - {name: a, on: BatchCreateSessions, calls: {from: 9}, fail: RESOURCE_EXHAUSTED}          | 1 | BatchCreateSessions failed: RESOURCE_EXHAUSTED
          - {name: a, on: BatchCreateSessions, above: 4, fail: RESOURCE_EXHAUSTED}                | 1 | BatchCreateSessions failed: RESOURCE_EXHAUSTED
          - {name: a, probability: 0.01, fail: UNAVAILABLE}                                         | 0 | UNAVAILABLE
          - {name: a, on: BatchCreateSessions, calls: 7, stall: true}                               | 1 | DEADLINE_EXCEEDED
          - {name: a, on: BatchCreateSessions, calls: {from: 5}, every: 3, emptyBatch: true}        | 0 | returned fewer sessions than requested
          - {name: a, on: DeleteSession, probability: 0.1, fail: UNAVAILABLE}                       | 1 | RPCs failed, the last: UNAVAILABLE
          - {name: a, on: ExecuteStreamingSql, calls: {from: 35}, delay: 60}                        | 1 | the server became slow
          - {name: a, on: BatchCreateSessions, calls: {from: 80}, delay: 60}                        | 1 | the server became slow: BatchCreateSessions took
          - {name: a, on: Commit, calls: {from: 5}, fail: PERMISSION_DENIED}                        | 1 | Commit failed: PERMISSION_DENIED
          - {name: a, on: BatchCreateSessions, calls: 200, dropConnection: true}                    | 0 | UNAVAILABLE
          """)
  void aFaultyServerEndsTheCalibrationAndKeepsNoSession(String fault, int code, String message) {
    faults(fault);
    assertThat(calibrate("SERVER --sessions 400 --seed 3 --timeout 1500"))
        .as(() -> out() + err())
        .isEqualTo(code);
    assertThat(out()).contains(message);
    assertThat(profile()).exists();
    assertThatNothingIsLeft();
  }

  @Test
  void withoutMeasurementsItSaysWhyAndWritesNoProfile() {
    faults("- {name: a, on: BatchCreateSessions, calls: {from: 3}, fail: RESOURCE_EXHAUSTED}");
    assertThat(calibrate("SERVER --sessions 400")).isEqualTo(1);
    assertThat(out()).contains("Stopped after 0 of 234 BatchCreateSessions: ");
    assertThat(err())
        .isEqualTo("warning: no BatchCreateSessions was measured, no profile is written\n");
    assertThat(profile()).doesNotExist();
    assertThatNothingIsLeft();
  }

  @Test
  void itReportsThatItsTimeIsOver() {
    faults("- {name: a, on: BatchCreateSessions, delay: 300}");
    assertThat(calibrate("SERVER --sessions 400 --seconds 1")).isEqualTo(1);
    assertThat(out()).contains("its time was over: 1 s");
    assertThatNothingIsLeft();
  }

  @Test
  void anInterruptionKeepsTheMeasurementsAndDeletesEverySession() {
    stop.send();
    assertThat(calibrate("SERVER --sessions 400 --seed 3")).isEqualTo(1);
    assertThat(out()).contains("it was interrupted", "no session is left");
    assertThat(measured().calls()).isNotEmpty();
    assertThatNothingIsLeft();
  }

  @Test
  void sessionsThatCannotBeDeletedAreReportedAndCleanedUpLater() {
    faults("- {name: a, on: DeleteSession, fail: UNAVAILABLE}");
    assertThat(calibrate("SERVER --sessions 400 --seed 3")).isEqualTo(1);
    assertThat(err()).contains("sessions are left", "calibrate --clean -o " + profile());
    assertThat(server.sessions().alive()).isPositive();
    assertThat(calibrate("SERVER --sessions 400")).isEqualTo(2);
    assertThat(err()).contains(state() + ": sessions of an earlier calibration may be alive");
    server.useFaults(FaultPlan.NONE);
    assertThat(calibrate("--clean")).isZero();
    assertThatNothingIsLeft();
    assertThat(calibrate("--clean")).isEqualTo(2);
  }

  @Test
  void cleaningUpTouchesNoSessionOfOthers() throws IOException {
    var request =
        com.google.spanner.v1.CreateSessionRequest.newBuilder()
            .setDatabase("projects/p/instances/i/databases/d")
            .setSession(com.google.spanner.v1.Session.newBuilder().putLabels("calibrate", "cafe2"))
            .build();
    var channel = io.grpc.ManagedChannelBuilder.forAddress("localhost", server.port());
    var connection = channel.usePlaintext().build();
    var theirs = com.google.spanner.v1.SpannerGrpc.newBlockingStub(connection);
    theirs.createSession(request);
    Files.writeString(
        state(),
        """
        server localhost:%d
        database projects/p/instances/i/databases/d
        label cafe
        projects/p/instances/i/databases/d/sessions/gone
        """
            .formatted(server.port()));
    assertThat(calibrate("--clean")).isZero();
    assertThat(server.sessions().alive()).isEqualTo(1);
    connection.shutdownNow();
  }

  @Test
  void aRefusedStatementIsOneLineAndExitCodeTwo() {
    faults(
        "- {name: a, on: ExecuteStreamingSql, fail: {status: INVALID_ARGUMENT, message: Statement not}}");
    assertThat(calibrate("SERVER")).isEqualTo(2);
    assertThat(err())
        .startsWith("error: localhost:%d: INVALID_ARGUMENT: Statement not".formatted(server.port()))
        .hasLineCount(1);
    assertThatNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({
    "PERMISSION_DENIED, Caller is missing IAM permission spanner.sessions.create",
    "NOT_FOUND, Database not found: projects/p/instances/i/databases/d",
    "UNAUTHENTICATED, Request had invalid authentication credentials",
  })
  void aRefusingServerIsOneLineAndLeavesNothingToCleanUp(String status, String message) {
    faults("- {name: a, fail: {status: %s, message: '%s'}}".formatted(status, message));
    assertThat(calibrate("SERVER")).isEqualTo(2);
    assertThat(err())
        .isEqualTo("error: localhost:%d: %s: %s\n".formatted(server.port(), status, message));
    assertThat(server.counters().count(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(1);
    assertThatNothingIsLeft();
  }

  @Test
  void sessionsThatMayBeLeftAreReported() {
    faults("- {name: a, on: DeleteSession, fail: PERMISSION_DENIED}");
    assertThat(calibrate("SERVER")).isEqualTo(2);
    assertThat(err())
        .contains(
            "error: localhost:%d: DeleteSession failed: PERMISSION_DENIED".formatted(server.port()))
        .contains("warning: ", " sessions are left", "calibrate --clean -o " + profile())
        .doesNotContain(": OK");
    assertThat(state()).exists();
    server.useFaults(FaultPlan.NONE);
    assertThat(calibrate("--clean")).isZero();
    assertThatNothingIsLeft();
  }

  @Test
  void aRefusedSecondCreationIsReportedWithItsOwnMessage() {
    faults("- {name: a, on: BatchCreateSessions, calls: 2, fail: RESOURCE_EXHAUSTED}");
    assertThat(calibrate("SERVER")).isEqualTo(2);
    assertThat(err())
        .startsWith("error: localhost:%d: RESOURCE_EXHAUSTED".formatted(server.port()));
    assertThatNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({
    "--clean --dry-run, --dry-run",
    "SERVER --clean, localhost:",
    "--clean --database projects/p/instances/i/databases/e, --database"
  })
  void cleaningUpTakesNothingThatItWouldNotDo(String arguments, String refused) throws IOException {
    String earlier =
        "server localhost:%d%ndatabase projects/p/instances/i/databases/d%nlabel cafe%n"
            .formatted(server.port());
    Files.writeString(state(), earlier);
    assertThat(calibrate(arguments)).isEqualTo(2);
    assertThat(err())
        .startsWith("error: --clean: deletes what " + state() + " names and takes no " + refused)
        .containsOnlyOnce("\n");
    assertThat(state()).hasContent(earlier);
    assertThat(server.counters().count(Rpc.LIST_SESSIONS)).isZero();
  }

  @Test
  void sessionsWithoutAReplyCountAsAlive() {
    // The answer comes after the client has given up. To the client, the sessions may exist.
    faults(
        "- {name: a, on: BatchCreateSessions, calls: {from: 40}, every: 2, dropConnection: true}");
    assertThat(calibrate("SERVER --sessions 1000 --at-once 110 --seed 3")).isEqualTo(1);
    assertThat(out()).containsAnyOf("although their reply was lost", "RPCs failed");
    assertThatNothingIsLeft();
  }

  @Test
  void anUnreachableServerIsOneLineAndExitCodeTwo() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    assertThat(calibrate("localhost:" + port + " --timeout 2000")).isEqualTo(2);
    assertThat(err())
        .startsWith("error: localhost:" + port + ": UNAVAILABLE")
        .containsOnlyOnce("\n");
    // Nothing was sent, so nothing can be left.
    assertThat(state()).doesNotExist();
  }
}
