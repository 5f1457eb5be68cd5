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
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServerStopTest extends StandaloneServerFixture {
  @Test
  void stoppingLetsCallsInProgressEnd() throws Exception {
    restart(
        "statements: [{query: Q, columns: {A: BOOL}, rows: [" + "[true],".repeat(3_000) + "]}]");
    String session = stub().batchCreateSessions(batch(1)).getSession(0).getName();
    // It cannot end before its client has asked for the rest.
    HeldStream query = new HeldStream();
    SpannerGrpc.newStub(channel)
        .executeStreamingSql(
            ExecuteSqlRequest.newBuilder().setSession(session).setSql("Q").build(), query);
    query.begun.get(30, TimeUnit.SECONDS);
    CompletableFuture<ServeSummary> stopped =
        whenStopping(() -> server.stop(Duration.ofSeconds(30)));
    assertThat(query.rest).isNotDone();
    query.letEnd();

    assertThat(query.rest.get(30, TimeUnit.SECONDS)).isEqualTo(3_000);
    ServeSummary summary = stopped.get(30, TimeUnit.SECONDS);
    assertThat(summary.cutOff()).isZero();
    assertThat(summary.text())
        .contains("every call had ended")
        .containsPattern("ExecuteStreamingSql +\\| +1 \\| +1 \\| +0\n")
        .contains("created              |      1");
  }

  @Test
  void stoppingCutsOffWhatDoesNotEndInTime() throws Exception {
    restart("latencies: {BatchCreateSessions: 3600000}");
    var reply = SpannerGrpc.newFutureStub(channel).batchCreateSessions(batch(3));
    awaitInFlight();

    ServeSummary summary = server.stop(Duration.ofMillis(1));
    assertThat(summary.text()).contains("calls cut off: 1");
    assertThatThrownBy(() -> reply.get(30, TimeUnit.SECONDS))
        .cause()
        .satisfies(e -> assertThat(Status.fromThrowable(e).getCode()).isNotEqualTo(Status.Code.OK));
  }

  /** Begins to stop the server, and returns when it has told so to those who watch its health. */
  private CompletableFuture<ServeSummary> whenStopping(Supplier<ServeSummary> stop)
      throws Exception {
    CompletableFuture<Void> serving = new CompletableFuture<>();
    CompletableFuture<Void> stopping = new CompletableFuture<>();
    try (Context.CancellableContext watch = Context.current().withCancellation()) {
      watch.run(
          () ->
              HealthGrpc.newStub(channel)
                  .watch(
                      HealthCheckRequest.getDefaultInstance(),
                      new Replies<>(
                          reply ->
                              (reply.getStatus() == ServingStatus.SERVING ? serving : stopping)
                                  .complete(null))));
      serving.get(30, TimeUnit.SECONDS);
      CompletableFuture<ServeSummary> stopped = CompletableFuture.supplyAsync(stop);
      stopping.get(30, TimeUnit.SECONDS);
      return stopped;
    }
  }

  private void awaitInFlight() throws Exception {
    String gauge = "mock_spanner_rpcs_in_flight" + RPC_LABELS + "} 1.0";
    while (get("/metrics").body().lines().noneMatch(gauge::equals)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theSummaryTellsErrorsByStatus() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> stub().batchCreateSessions(batch(0)));
    }
    assertThatThrownBy(
        () ->
            stub()
                .getSession(
                    GetSessionRequest.newBuilder().setName(DATABASE + "/sessions/x").build()));
    String text = server.stop(Duration.ofSeconds(30)).text();
    assertThat(text.lines().map(String::strip).collect(Collectors.toList()))
        .contains("INVALID_ARGUMENT |    3", "NOT_FOUND        |    1");
  }

  /** Reads one message, and the rest when it is told to. */
  private static final class HeldStream
      implements ClientResponseObserver<ExecuteSqlRequest, PartialResultSet> {
    final CompletableFuture<Void> begun = new CompletableFuture<>();
    final CompletableFuture<Integer> rest = new CompletableFuture<>();
    private final AtomicInteger values = new AtomicInteger();
    private volatile @Nullable ClientCallStreamObserver<ExecuteSqlRequest> call;

    void letEnd() {
      Objects.requireNonNull(call).request(Integer.MAX_VALUE);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ExecuteSqlRequest> stream) {
      call = stream;
      stream.disableAutoRequestWithInitial(1);
    }

    @Override
    public void onNext(PartialResultSet message) {
      values.addAndGet(message.getValuesCount());
      begun.complete(null);
    }

    @Override
    public void onError(Throwable error) {
      begun.completeExceptionally(error);
      rest.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
      rest.complete(values.get());
    }
  }
}
