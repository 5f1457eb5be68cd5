package dev.sessionbench.mock.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.Mutation;
import com.google.cloud.spanner.Options;
import com.google.cloud.spanner.Options.RpcPriority;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.Statement;
import com.google.spanner.v1.DirectedReadOptions;
import com.google.spanner.v1.RequestOptions;
import com.google.spanner.v1.RequestOptions.Priority;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.RealClientTest;
import dev.sessionbench.mock.journal.RequestLog.RequestRecord;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what the server records of its clients' headers, tags and options. */
class RequestLogTest {
  @Test
  void realClientsHeadersTagsAndOptionsAreNoted() throws Exception {
    try (MockSpannerServer server = MockSpannerServer.start(MockServerOptions.defaults());
        Spanner spanner = RealClientTest.spanner(server)) {
      DatabaseClient client = RealClientTest.client(spanner);
      DirectedReadOptions.Builder directed = DirectedReadOptions.newBuilder();
      directed.getIncludeReplicasBuilder().addReplicaSelectionsBuilder().setLocation("us-east1");
      try (ResultSet rows =
          client
              .singleUse()
              .executeQuery(
                  Statement.of(Connection.QUERY),
                  Options.tag("my-query"),
                  Options.priority(RpcPriority.LOW),
                  Options.directedRead(directed.build()))) {
        assertThat(rows.next()).isTrue();
      }
      client
          .readWriteTransaction(Options.tag("my-transaction"))
          .run(
              transaction -> {
                transaction.buffer(Mutation.newInsertBuilder("FOO").set("BAR").to(1L).build());
                return transaction.executeUpdate(
                    Statement.of(Connection.UPDATE), Options.tag("my-update"));
              });

      RequestRecord query = find(server, Rpc.EXECUTE_STREAMING_SQL);
      assertThat(query.resourcePrefix()).isEqualTo(Connection.DATABASE);
      assertThat(query.requestTag()).isEqualTo("my-query");
      assertThat(query.priority()).isEqualTo(Priority.PRIORITY_LOW);
      assertThat(query.directed()).isTrue();
      assertThat(query.routeToLeader()).isFalse();
      assertThat(query.requestId()).matches("1(\\.[0-9a-f]+){5}");
      RequestRecord update = find(server, Rpc.EXECUTE_SQL);
      assertThat(update.requestTag()).isEqualTo("my-update");
      assertThat(update.transactionTag()).isEqualTo("my-transaction");
      assertThat(update.routeToLeader()).isTrue();
      assertThat(update.directed()).isFalse();
      assertThat(find(server, Rpc.COMMIT).transactionTag()).isEqualTo("my-transaction");
    }
  }

  @Test
  void tagsAndHeadersAreCutAsTheServiceCutsThem() throws Exception {
    try (Connection connection = Connection.inProcess()) {
      Metadata headers = new Metadata();
      headers.put(
          Metadata.Key.of("x-goog-spanner-request-id", Metadata.ASCII_STRING_MARSHALLER),
          "9".repeat(5_000));
      Session session = connection.createSession();
      connection
          .stub()
          .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
          .executeSql(
              Connection.sql(session, Connection.QUERY)
                  .setRequestOptions(
                      RequestOptions.newBuilder().setRequestTag("__" + "t".repeat(60)))
                  .build());

      RequestRecord request = find(connection.server(), Rpc.EXECUTE_SQL);
      assertThat(request.requestTag()).isEqualTo("t".repeat(50));
      assertThat(request.requestId()).hasSize(512);
      assertThat(request.resourcePrefix()).isEmpty();
    }
  }

  @Test
  void onlyTheLatestRequestsAreKept() throws Exception {
    MockServerOptions options = Connection.inProcessOptions();
    try (Connection connection = Connection.to(options.withJournalCapacity(3))) {
      for (int i = 0; i < 5; i++) {
        connection.createSession();
      }
      connection.batchCreate(1);
      assertThat(connection.server().requests())
          .extracting(RequestRecord::rpc)
          .containsExactly(Rpc.CREATE_SESSION, Rpc.CREATE_SESSION, Rpc.BATCH_CREATE_SESSIONS);
    }
    try (Connection connection = Connection.to(options.withJournalCapacity(0))) {
      connection.createSession();
      assertThat(connection.server().requests()).isEmpty();
    }
  }

  private static RequestRecord find(MockSpannerServer server, Rpc rpc) {
    List<RequestRecord> found = server.requests().stream().filter(r -> r.rpc() == rpc).toList();
    assertThat(found).as(rpc.toString()).isNotEmpty();
    return found.get(0);
  }
}
