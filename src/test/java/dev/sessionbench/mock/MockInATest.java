package dev.sessionbench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.profile.Profiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MockInATest {
  private static final String PROFILE =
      """
      latencies: {ExecuteStreamingSql: 200}
      statements:
        - query: SELECT NAME FROM SINGERS
          columns: {NAME: STRING}
          rows: [[Marc], [Catalina]]
      """;

  private static MockSpannerServer server;
  private static Spanner spanner;
  private static DatabaseClient client;

  @BeforeAll
  static void connect() throws Exception {
    server = MockSpannerServer.start(Profiles.parse("test", PROFILE).options());
    spanner =
        SpannerOptions.newBuilder()
            .setProjectId("p")
            .setCredentials(NoCredentials.getInstance())
            .setEmulatorHost("localhost:" + server.port())
            .build()
            .getService();
    client = spanner.getDatabaseClient(DatabaseId.of("p", "i", "d"));
  }

  @AfterAll
  static void close() {
    spanner.close();
    server.close();
  }

  @Test
  void readsWhatTheProfileRegisters() {
    try (ResultSet singers =
        client.singleUse().executeQuery(Statement.of("SELECT NAME FROM SINGERS"))) {
      assertThat(singers.next()).isTrue();
      assertThat(singers.getString(0)).isEqualTo("Marc");
    }
    assertThat(server.counters().count(Rpc.EXECUTE_STREAMING_SQL)).isPositive();
  }
}
