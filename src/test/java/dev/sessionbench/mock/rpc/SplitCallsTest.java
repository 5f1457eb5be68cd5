package dev.sessionbench.mock.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.split.SplitOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SplitCallsTest {
  private static final int CALLS = 8;
  private static final long SERVICE_NANOS = Duration.ofMillis(20).toNanos();

  private static MockServerOptions server(int splits) {
    SplitOptions options =
        SplitOptions.defaults()
            .withInitialSplits(splits)
            .withCapacityPerSecond(50)
            .withFirstCallNanos(0)
            .withCosts(Map.of(Rpc.EXECUTE_SQL, 1));
    return Connection.inProcessOptions().withSplits(Optional.of(options));
  }

  /** The latencies that the server reports for calls that are sent together. */
  private static List<Long> latencies(MockServerOptions options, boolean withKeys)
      throws Exception {
    try (Connection connection = Connection.to(options)) {
      List<Session> sessions = connection.batchCreate(CALLS).getSessionList();
      List<ListenableFuture<ResultSet>> calls =
          sessions.stream()
              .map(session -> connection.futures().executeSql(request(session, withKeys)))
              .toList();
      for (ListenableFuture<ResultSet> call : calls) {
        assertThat(call.get(30, TimeUnit.SECONDS)).isNotNull();
      }
      return connection.server().journal().entries().stream()
          .filter(entry -> entry.rpc() == Rpc.EXECUTE_SQL)
          .map(RpcRecord::latencyNanos)
          .sorted()
          .toList();
    }
  }

  private static ExecuteSqlRequest request(Session session, boolean withKey) {
    Struct.Builder params = Struct.newBuilder();
    if (withKey) {
      params.putFields("id", Value.newBuilder().setStringValue("7").build());
    }
    return Connection.sql(session, Connection.QUERY).setParams(params).build();
  }

  @Test
  void callsQueueInTheirSplitAndCountAsServerTime() throws Exception {
    List<Long> latencies = latencies(server(1), false);
    assertThat(latencies).hasSize(CALLS);
    assertThat(latencies.get(0)).isGreaterThanOrEqualTo(SERVICE_NANOS);
    // All calls share one queue: the last one waited for all others, except for the time between
    // arrivals.
    assertThat(latencies.get(CALLS - 1)).isGreaterThan(2 * SERVICE_NANOS);
  }

  @Test
  void callsOfOneKeyShareAQueueWithManySplits() throws Exception {
    assertThat(latencies(server(1_000), true).get(CALLS - 1)).isGreaterThan(2 * SERVICE_NANOS);
  }

  @Test
  void methodsWithoutACostDoNotWait() throws IOException {
    try (Connection connection = Connection.to(server(1))) {
      var created = connection.batchCreate(3);
      assertThat(created.getSessionCount()).isEqualTo(3);
      assertThat(connection.server().journal().entries())
          .allMatch(entry -> entry.latencyNanos() == 0);
      assertThat(connection.server().splits().orElseThrow().state().splits()).isEqualTo(1);
    }
  }

  @Test
  void aServerWithoutSplitsHasNone() throws IOException {
    try (Connection connection = Connection.inProcess()) {
      assertThat(connection.server().splits()).isEmpty();
    }
  }
}
