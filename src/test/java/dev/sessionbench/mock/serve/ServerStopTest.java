package dev.sessionbench.mock.serve;

import static dev.sessionbench.mock.Connection.DATABASE;
import static dev.sessionbench.mock.Connection.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.SpannerGrpc;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ServerStopTest extends StandaloneServerFixture {
  @Test
  void stoppingLetsCallsInProgressEnd() throws Exception {
    restart(
        "statements: [{query: Q, columns: {A: BOOL}, rows: [" + "[true],".repeat(3_000) + "]}]");
    String session = stub().batchCreateSessions(batch(1)).getSession(0).getName();
    // The call cannot end before its client has asked for the rest.
    Iterator<PartialResultSet> query =
        stub()
            .executeStreamingSql(
                ExecuteSqlRequest.newBuilder().setSession(session).setSql("Q").build());
    int values = query.next().getValuesCount();
    CompletableFuture<String> stopped = whenStopping(() -> server.stop(Duration.ofSeconds(30)));
    while (query.hasNext()) {
      values += query.next().getValuesCount();
    }

    assertThat(values).isEqualTo(3_000);
    String summary = stopped.get(30, TimeUnit.SECONDS);
    assertThat(summary)
        .contains("every call had ended")
        .containsPattern("ExecuteStreamingSql +\\| +1 \\| +1 \\| +0 \\| +0 \\| ")
        .contains("created              |      1");
  }

  @Test
  void stoppingCutsOffCallsThatTakeTooLong() throws Exception {
    restart("latencies: {BatchCreateSessions: 3600000}");
    var reply = SpannerGrpc.newFutureStub(channel).batchCreateSessions(batch(3));
    awaitInFlight();

    String summary = server.stop(Duration.ofMillis(1));
    assertThat(summary).contains("calls cut off: 1");
    assertThatThrownBy(() -> reply.get(30, TimeUnit.SECONDS))
        .cause()
        .satisfies(e -> assertThat(Status.fromThrowable(e).getCode()).isNotEqualTo(Status.Code.OK));
  }

  /** Begins to stop the server, and returns when health watchers have been notified. */
  private CompletableFuture<String> whenStopping(Supplier<String> stop) throws Exception {
    try (Context.CancellableContext watch = Context.current().withCancellation()) {
      return watch.call(
          () -> {
            Iterator<HealthCheckResponse> health =
                HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(30, TimeUnit.SECONDS)
                    .watch(HealthCheckRequest.getDefaultInstance());
            assertThat(health.next().getStatus()).isEqualTo(ServingStatus.SERVING);
            CompletableFuture<String> stopped = CompletableFuture.supplyAsync(stop);
            assertThat(health.next().getStatus()).isNotEqualTo(ServingStatus.SERVING);
            return stopped;
          });
    }
  }

  private void awaitInFlight() throws Exception {
    String gauge = "mock_spanner_rpcs_in_flight" + RPC_LABELS + "} 1.0";
    while (get("/metrics").body().lines().noneMatch(gauge::equals)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theSummaryCountsErrorsByStatus() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> stub().batchCreateSessions(batch(0)));
    }
    assertThatThrownBy(
        () ->
            stub()
                .getSession(
                    GetSessionRequest.newBuilder().setName(DATABASE + "/sessions/x").build()));
    String text = server.stop(Duration.ofSeconds(30));
    assertThat(text)
        .contains("RPCs received: 4")
        .containsPattern("BatchCreateSessions +\\| +3 \\| +0 \\| +3 INVALID_ARGUMENT ")
        .containsPattern("GetSession +\\| +1 \\| +0 \\| +1 NOT_FOUND ");
  }
}
