package dev.sessionbench.mock.serve;

import static io.grpc.Status.Code.ABORTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.serve.Traffic.MethodTraffic;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final String COMMIT = SpannerGrpc.getCommitMethod().getFullMethodName();
  private static final String LABELS = "{method=\"Commit\",service=\"google.spanner.v1.Spanner\"";

  private final HandTime time = new HandTime();
  private final Traffic traffic = new Traffic(List.of(SpannerGrpc.getServiceDescriptor()), time);

  private void call(long nanos, Status status) {
    ServerStreamTracer call = traffic.newServerStreamTracer(COMMIT, new Metadata());
    time.pass(nanos);
    call.streamClosed(status);
  }

  private MethodTraffic commit() {
    assertThat(traffic.used()).hasSize(1);
    return traffic.used().get(0);
  }

  @Test
  void latenciesFallIntoTheBucketsOfTheirTime() throws Exception {
    call(500_000, Status.OK);
    call(500_001, Status.OK);
    call(11_000_000_000L, Status.OK);
    try (MockSpannerServer server = MockSpannerServer.start(MockServerOptions.defaults())) {
      String bucket = "mock_spanner_rpc_latency_seconds_bucket" + LABELS + ",le=\"";
      assertThat(traffic.metrics(server::sessions).get().lines())
          .contains(
              bucket + "5.0E-4\"} 1",
              bucket + "0.001\"} 2",
              bucket + "10.0\"} 2",
              bucket + "+Inf\"} 3",
              "mock_spanner_rpc_latency_seconds_count" + LABELS + "} 3",
              "mock_spanner_rpc_latency_seconds_sum" + LABELS + "} 11.001000001");
    }
    assertThat(traffic.table().render())
        .containsPattern("Commit +\\| +3 \\| +3 \\| +0 \\| +0 \\| +3667.0 ms\n");
  }

  @Test
  void methodsWithoutCallsAreNotListed() throws Exception {
    call(1, Status.OK);
    try (MockSpannerServer server = MockSpannerServer.start(MockServerOptions.defaults())) {
      assertThat(traffic.metrics(server::sessions).get())
          .contains("method=\"Commit\"")
          .doesNotContain("method=\"Rollback\"", "status=\"ABORTED\"", "unknown");
    }
  }

  @Test
  void openCallsAreInFlightAndEndsCountOnce() {
    ServerStreamTracer first = traffic.newServerStreamTracer(COMMIT, new Metadata());
    ServerStreamTracer second = traffic.newServerStreamTracer(COMMIT, new Metadata());
    first.streamClosed(Status.ABORTED);
    first.streamClosed(Status.OK);
    assertThat(commit().received()).isEqualTo(2);
    assertThat(commit().inProgress()).isEqualTo(1);
    assertThat(commit().errors()).isEqualTo(Map.of(ABORTED, 1L));
    second.streamClosed(Status.OK);
    assertThat(traffic.inFlight()).isZero();
    assertThat(commit().ok()).isEqualTo(1);
  }
}
