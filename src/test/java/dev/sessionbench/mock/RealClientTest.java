package dev.sessionbench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.Mutation;
import com.google.cloud.spanner.ReadOnlyTransaction;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import dev.sessionbench.base.model.Rpc;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the real client with its defaults: multiplexed sessions, inline begin, precommit tokens. */
public class RealClientTest {
  private static final Statement QUERY = Statement.of(Connection.QUERY);
  private static final Statement UPDATE = Statement.of(Connection.UPDATE);

  /**
   * Keeps the pools of these tests from being collected. The gauges of a collected pool throw for
   * every reader of the process's metrics.
   */
  private static final List<DatabaseClient> KEPT = new ArrayList<>();

  private MockSpannerServer server;
  private Spanner spanner;
  private DatabaseClient client;

  @BeforeEach
  void connect() throws Exception {
    server = MockSpannerServer.start(MockServerOptions.defaults());
    spanner = spanner(server);
    client = client(spanner);
  }

  /** The real client of a server on TCP. */
  public static Spanner spanner(MockSpannerServer server) {
    return SpannerOptions.newBuilder()
        .setProjectId("p")
        .setHost("http://localhost:" + server.port())
        .setChannelConfigurator(channel -> channel.usePlaintext())
        .setCredentials(NoCredentials.getInstance())
        .setBuiltInMetricsEnabled(false)
        .build()
        .getService();
  }

  public static DatabaseClient client(Spanner spanner) {
    DatabaseClient client = spanner.getDatabaseClient(DatabaseId.of("p", "i", "d"));
    KEPT.add(client);
    return client;
  }

  @AfterEach
  void disconnect() {
    spanner.close();
    server.close();
  }

  @Test
  void readsWithSingleUse() {
    try (ResultSet rows = client.singleUse().executeQuery(QUERY)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong("COL1")).isEqualTo(1);
      assertThat(rows.next()).isFalse();
    }
    assertThat(server.sessions().multiplexedCreated()).isEqualTo(1);
  }

  @Test
  void readsTwiceInReadOnlyTransaction() {
    try (ReadOnlyTransaction transaction = client.readOnlyTransaction()) {
      for (int i = 0; i < 2; i++) {
        try (ResultSet rows = transaction.executeQuery(QUERY)) {
          assertThat(rows.next()).isTrue();
        }
      }
      assertThat(transaction.getReadTimestamp()).isNotNull();
    }
  }

  @Test
  void writesByDmlAndBufferedMutations() {
    Long updated =
        client
            .readWriteTransaction()
            .run(
                transaction -> {
                  transaction.buffer(Mutation.newInsertBuilder("FOO").set("BAR").to(1L).build());
                  transaction.batchUpdate(List.of(UPDATE, UPDATE));
                  try (ResultSet rows = transaction.executeQuery(QUERY)) {
                    while (rows.next()) {}
                  }
                  return transaction.executeUpdate(UPDATE);
                });

    assertThat(updated).isEqualTo(1);
    // At most one, because the client tries once per session whether it may begin a read-write
    // transaction.
    assertThat(server.counters().count(Rpc.BEGIN_TRANSACTION)).isLessThanOrEqualTo(1);
    assertThat(server.counters().count(Rpc.COMMIT)).isEqualTo(1);
  }

  @Test
  void writesMutationsOnly() {
    List<Mutation> mutations = List.of(Mutation.newInsertBuilder("FOO").set("BAR").to(1L).build());
    assertThat(client.write(mutations)).isNotNull();
    assertThat(client.writeAtLeastOnce(mutations)).isNotNull();
  }

  @Test
  void runsPartitionedDml() {
    assertThat(client.executePartitionedUpdate(UPDATE)).isEqualTo(1);
  }
}
