package dev.sessionbench.mock.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that open streams and forget them. Other clients must not be affected, and memory
 * must stay bounded.
 */
class MisbehavingClientTest {
  private static final int UNCLOSED = 10_000;
  private static final int STALLED = 40;
  private static final String LARGE = "SELECT LARGE";

  /** The size of one result; the unread data of all stalled clients is forty times as much. */
  private static final int LARGE_BYTES = 20 << 20;

  private static final long MAX_GROWTH_BYTES = 100L << 20;

  @Test
  @Shows("10,000 streams that are never closed do not disturb other calls")
  void tenThousandUnclosedStreamsDoNotDisturbOtherCalls() throws Exception {
    try (Connection connection = Connection.tcp()) {
      Session session = connection.createSession();
      long before = usedBytes();
      ManagedChannel misbehaving = Connection.open(connection.server(), Transport.TCP);
      for (int i = 0; i < UNCLOSED; i++) {
        ClientCall<ExecuteSqlRequest, PartialResultSet> call =
            misbehaving.newCall(SpannerGrpc.getExecuteStreamingSqlMethod(), CallOptions.DEFAULT);
        call.start(listener(new CountDownLatch(0)), new Metadata());
        call.sendMessage(Connection.sql(session, Connection.QUERY).build());
      }
      query(connection, session);
      assertThat(connection.server().counters().count(Rpc.EXECUTE_STREAMING_SQL))
          .as("incomplete requests have not arrived")
          .isZero();
      misbehaving.shutdownNow();
      assertThat(misbehaving.awaitTermination(20, TimeUnit.SECONDS)).isTrue();

      query(connection, session);
      assertThat(usedBytes() - before).isLessThan(MAX_GROWTH_BYTES);
    }
  }

  @Test
  @Shows("The replies of a client that stops reading are not buffered")
  void clientsThatStopReadingAreNotBufferedFor() throws Exception {
    try (Connection connection =
        Connection.to(
            MockServerOptions.defaults()
                .withStatements(StatementRegistry.original().with(LARGE, large())))) {
      Session session = connection.createSession();
      ExecuteSqlRequest request = Connection.sql(session, LARGE).build();
      long values = connection.stub().executeStreamingSql(request).next().getValuesCount();
      assertThat(values).isPositive();
      long before = usedBytes();
      CountDownLatch begun = new CountDownLatch(STALLED);
      List<ClientCall<?, ?>> stalled = new ArrayList<>();
      for (int i = 0; i < STALLED; i++) {
        ClientCall<ExecuteSqlRequest, PartialResultSet> call =
            connection
                .channel()
                .newCall(SpannerGrpc.getExecuteStreamingSqlMethod(), CallOptions.DEFAULT);
        call.start(listener(begun), new Metadata());
        call.request(1);
        call.sendMessage(request);
        call.halfClose();
        stalled.add(call);
      }
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      // On the same connection, so after everything that the server has sent.
      query(connection, session);
      assertThat(usedBytes() - before).isLessThan(MAX_GROWTH_BYTES);

      stalled.forEach(call -> call.cancel("the test is over", null));
      query(connection, session);
    }
  }

  private static void query(Connection connection, Session session) {
    ExecuteSqlRequest request = Connection.sql(session, Connection.QUERY).build();
    assertThat(connection.stub().executeSql(request).getRowsCount()).isEqualTo(1);
  }

  private static StatementResult large() {
    int bytes = 1 << 8;
    List<ListValue> rows =
        Collections.nCopies(LARGE_BYTES / bytes, SpannerRpcFixture.row("x".repeat(bytes)));
    return StatementResult.rows(SpannerRpcFixture.type("A"), rows);
  }

  /** Memory of client and server together, on the heap and in Netty's buffers outside it. */
  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return runtime.totalMemory() - runtime.freeMemory() + direct;
  }

  /** Counts down when the first message has arrived. */
  private static ClientCall.Listener<PartialResultSet> listener(CountDownLatch begun) {
    return new ClientCall.Listener<>() {
      @Override
      public void onMessage(PartialResultSet message) {
        begun.countDown();
      }
    };
  }
}
