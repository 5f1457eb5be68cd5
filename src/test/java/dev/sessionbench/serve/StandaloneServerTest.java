package dev.sessionbench.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.profile.Profile;
import dev.sessionbench.profile.Profiles;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StandaloneServerTest {
  private static final String DATABASE = "projects/p/instances/i/databases/d";
  private static final String RPC_LABELS =
      "{method=\"BatchCreateSessions\",service=\"google.spanner.v1.Spanner\"";

  private final HttpClient http = HttpClient.newHttpClient();
  private StandaloneServer server = start("seed: 1");
  private ManagedChannel channel = connect();

  private static StandaloneServer start(String profile) {
    return StandaloneServer.start(options(Profiles.parse("test <profile>", profile)));
  }

  private static ServeOptions options(Profile profile) {
    return new ServeOptions(profile, InetAddress.getLoopbackAddress(), 0, OptionalInt.of(0));
  }

  private ManagedChannel connect() {
    return NettyChannelBuilder.forTarget(server.emulatorHost()).usePlaintext().build();
  }

  private void restart(String profile) {
    close();
    server = start(profile);
    channel = connect();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.close();
  }

  private SpannerGrpc.SpannerBlockingStub stub() {
    return SpannerGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
  }

  private static BatchCreateSessionsRequest batch(int sessions) {
    return BatchCreateSessionsRequest.newBuilder()
        .setDatabase(DATABASE)
        .setSessionCount(sessions)
        .build();
  }

  private HttpResponse<String> get(String path) throws Exception {
    return request(HttpRequest.newBuilder(uri(path)));
  }

  private HttpResponse<String> request(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create(server.httpAddress().orElseThrow()).resolve(path);
  }

  /** The value of a metric with all its labels. */
  private double metric(String nameAndLabels) throws Exception {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(nameAndLabels + " "))
        .map(line -> Double.parseDouble(line.substring(nameAndLabels.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + nameAndLabels));
  }

  /** The stream's end is counted when the transport has let it go, just after the reply. */
  private void awaitNothingInFlight() throws Exception {
    while (get("/metrics")
        .body()
        .lines()
        .anyMatch(
            line -> line.startsWith("mock_spanner_rpcs_in_flight{") && !line.endsWith(" 0.0"))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void metricsCountRpcsByMethodAndStatusAndSessionsByState() throws Exception {
    List<Session> sessions = stub().batchCreateSessions(batch(5)).getSessionList();
    stub()
        .deleteSession(
            DeleteSessionRequest.newBuilder().setName(sessions.get(0).getName()).build());
    assertThatThrownBy(() -> stub().batchCreateSessions(batch(0)))
        .isInstanceOf(StatusRuntimeException.class);
    awaitNothingInFlight();

    assertThat(metric("mock_spanner_rpcs_received_total" + RPC_LABELS + "}")).isEqualTo(2);
    assertThat(metric("mock_spanner_rpcs_total" + RPC_LABELS + ",status=\"OK\"}")).isEqualTo(1);
    assertThat(metric("mock_spanner_rpcs_total" + RPC_LABELS + ",status=\"INVALID_ARGUMENT\"}"))
        .isEqualTo(1);
    assertThat(metric("mock_spanner_rpc_latency_seconds_count" + RPC_LABELS + "}")).isEqualTo(2);
    assertThat(metric("mock_spanner_rpc_latency_seconds_bucket" + RPC_LABELS + ",le=\"+Inf\"}"))
        .isEqualTo(2);
    assertThat(metric("mock_spanner_sessions_created_total")).isEqualTo(5);
    assertThat(metric("mock_spanner_sessions_deleted_total")).isEqualTo(1);
    assertThat(metric("mock_spanner_sessions_alive")).isEqualTo(4);
  }

  @Test
  void metricsAreInTheTextFormatOfPrometheus() throws Exception {
    stub().batchCreateSessions(batch(1));
    HttpResponse<String> reply = get("/metrics");
    assertThat(reply.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(reply.body().lines())
        .allMatch(
            line ->
                line.matches("# (HELP|TYPE) mock_spanner_[a-z_]+ .+")
                    || line.matches(
                        "mock_spanner_[a-z_]+(\\{[a-z]+=\"[^\"]*\"[^}]*})? [0-9.Ee+-]+"));
  }

  @Test
  void theDocumentationListsTheMetricsThereAre() throws Exception {
    stub().batchCreateSessions(batch(1));
    List<String> documented =
        Pattern.compile("^\\| `(mock_\\w+)` ", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("docs/serve.md")))
            .results()
            .map(result -> result.group(1))
            .toList();
    List<String> served =
        get("/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.replaceAll("^# TYPE (\\S+) .*$", "$1"))
            .toList();
    assertThat(documented).containsExactlyInAnyOrderElementsOf(served);
  }

  @Test
  void methodsThatDoNotExistCountTogether() throws Exception {
    for (String name : List.of("google.spanner.v1.Spanner/Nope", "other.Service/Nope")) {
      var method =
          SpannerGrpc.getGetSessionMethod().toBuilder()
              .setFullMethodName(name)
              .setType(MethodDescriptor.MethodType.UNARY)
              .build();
      assertThatThrownBy(
              () ->
                  ClientCalls.blockingUnaryCall(
                      channel, method, CallOptions.DEFAULT, GetSessionRequest.getDefaultInstance()))
          .hasMessageContaining("UNIMPLEMENTED");
    }
    awaitNothingInFlight();
    assertThat(
            metric(
                "mock_spanner_rpcs_total{method=\"unknown\",service=\"unknown\",status=\"UNIMPLEMENTED\"}"))
        .isEqualTo(2);
    assertThat(get("/metrics").body()).doesNotContain("Nope");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "google.spanner.v1.Spanner"})
  void healthIsServing(String service) {
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void reflectionListsTheServices() throws Exception {
    CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel).serverReflectionInfo(new Replies<>(answer::complete));
    requests.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    requests.onCompleted();
    assertThat(
            answer.get(30, TimeUnit.SECONDS).getListServicesResponse().getServiceList().stream()
                .map(service -> service.getName()))
        .contains("google.spanner.v1.Spanner", "grpc.health.v1.Health");
  }

  @Test
  void thePageShowsTheCountsAndNeedsNothingFromElsewhere() throws Exception {
    stub().batchCreateSessions(batch(7));
    HttpResponse<String> reply = get("/");
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
    assertThat(reply.body())
        .contains("<b>test &lt;profile&gt;</b>")
        .contains("SPANNER_EMULATOR_HOST=" + server.emulatorHost())
        .contains("<dt>Sessions alive</dt><dd>7</dd>")
        .contains("<th scope=\"row\">BatchCreateSessions</th><td>1</td>")
        .contains("<noscript><meta http-equiv=\"refresh\"")
        .doesNotContainPattern("(src|href)=\"(https?:)?//");
  }

  @Test
  void healthzIsOk() throws Exception {
    assertThat(get("/healthz").body()).isEqualTo("ok\n");
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    assertThat(get("/metrics/x").statusCode()).isEqualTo(404);
    assertThat(get("/../etc/passwd").statusCode()).isEqualTo(404);
    HttpResponse<String> post =
        request(HttpRequest.newBuilder(uri("/")).POST(HttpRequest.BodyPublishers.ofString("x=1")));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("allow")).hasValue("GET, HEAD");
    HttpResponse<String> head =
        request(
            HttpRequest.newBuilder(uri("/metrics"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

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

  @Test
  void eachSecondIsASampleAndEachTenthDropsExpiredSessions() throws Exception {
    AtomicLong nowMillis = new AtomicLong();
    HandTime time = new HandTime();
    Profile profile = Profiles.parse("p", "sessionIdleTimeout: 5");
    close();
    server =
        new StandaloneServer(
            options(
                profile.withOptions(
                    profile.options().withClock(() -> Instant.ofEpochMilli(nowMillis.get())))),
            time,
            CallLimits.ofThisMachine());
    channel = connect();
    stub().batchCreateSessions(batch(3));
    nowMillis.set(6_000);
    time.pass(TimeUnit.SECONDS.toNanos(9));
    assertThat(metric("mock_spanner_sessions_alive")).isEqualTo(3);
    assertThat(get("/").body())
        .contains("Sessions in the last 10 min: 3 now, at most 3")
        .contains("10 s ago");
    time.pass(TimeUnit.SECONDS.toNanos(1));
    assertThat(metric("mock_spanner_sessions_alive")).isZero();
    assertThat(metric("mock_spanner_sessions_expired_total")).isEqualTo(3);
    assertThat(get("/").body())
        .contains("Sessions in the last 10 min: 0 now, at most 3")
        .contains("Up for 10 s");
    server.close();
    assertThat(time.waiting()).isZero();
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

  @Test
  void aPortThatIsTakenIsToldInOneLine() {
    int port = Integer.parseInt(server.emulatorHost().replaceFirst(".*:", ""));
    assertThatThrownBy(
            () ->
                StandaloneServer.start(
                    new ServeOptions(
                        Profiles.parse("p", "seed: 1"),
                        InetAddress.getLoopbackAddress(),
                        port,
                        OptionalInt.empty())))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "--port %d: cannot listen on 127.0.0.1:%d; is another server using the port?"
                    .formatted(port, port)
                + " 0 takes any free one");
    int httpPort = uri("/").getPort();
    assertThatThrownBy(
            () ->
                StandaloneServer.start(
                    new ServeOptions(
                        Profiles.parse("p", "seed: 1"),
                        InetAddress.getLoopbackAddress(),
                        0,
                        OptionalInt.of(httpPort))))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("--http " + httpPort + ": cannot listen on ");
  }

  /** Hands each reply on. */
  private record Replies<T>(Consumer<T> each) implements StreamObserver<T> {
    @Override
    public void onNext(T value) {
      each.accept(value);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onCompleted() {}
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
