package dev.sessionbench.mock.serve;

import static dev.sessionbench.mock.Connection.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsEndpointTest extends StandaloneServerFixture {
  /** The stream's end is counted when the transport has released it, just after the reply. */
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
    String name = sessions.get(0).getName();
    stub().deleteSession(DeleteSessionRequest.newBuilder().setName(name).build());
    assertThatThrownBy(() -> stub().batchCreateSessions(batch(0)))
        .isInstanceOf(StatusRuntimeException.class);
    awaitNothingInFlight();

    Map<String, Integer> expected =
        Map.of(
            "rpcs_received_total" + RPC_LABELS + "}",
            2,
            "rpcs_total" + RPC_LABELS + ",status=\"OK\"}",
            1,
            "rpcs_total" + RPC_LABELS + ",status=\"INVALID_ARGUMENT\"}",
            1,
            "rpc_latency_seconds_count" + RPC_LABELS + "}",
            2,
            "rpc_latency_seconds_bucket" + RPC_LABELS + ",le=\"+Inf\"}",
            2,
            "sessions_created_total",
            5,
            "sessions_deleted_total",
            1,
            "sessions_alive",
            4);
    for (var metric : expected.entrySet()) {
      assertThat(metric("mock_spanner_" + metric.getKey()))
          .as(metric.getKey())
          .isEqualTo((double) metric.getValue());
    }
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
  void theDocumentationListsAllMetrics() throws Exception {
    stub().batchCreateSessions(batch(1));
    List<String> documented =
        Pattern.compile("^\\| `(mock_\\w+)` ", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("docs/rpcs.md")))
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
}
