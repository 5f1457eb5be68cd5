package dev.sessionbench.mock.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests the answers to the statements and tables of a profile. */
class ProfileStatementsTest {
  static final List<String> ORIGINAL_STATEMENTS =
      List.of("SELECT 1 AS COL1", "SELECT 1", "UPDATE FOO SET BAR=1 WHERE BAZ=2");

  @ParameterizedTest
  @FieldSource("ORIGINAL_STATEMENTS")
  void theOriginalProfileAnswersAsTheBuiltInStatementsDo(String sql) throws Exception {
    MockServerOptions shipped =
        Profiles.load(Profiles.ORIGINAL).options().withLatencies(LatencyProfile.none());
    assertThat(answers(shipped, sql)).isEqualTo(answers(MockServerOptions.defaults(), sql));
  }

  @Test
  void statementsAreAnsweredAsWritten() throws Exception {
    String yaml =
        """
        statements:
          - query: Q
            columns: {N: INT64, S: STRING, A: 'ARRAY<FLOAT64>'}
            rows:
              - [12, "x", [1.5, NaN, null]]
              - [null, 7, []]
          - query: SELECT 1
            columns: {X: BOOL}
            rows: [[true]]
          - update: U
            rowCount: 4
          - query: BROKEN
            error: {code: OUT_OF_RANGE, message: too far}
        """;
    MockServerOptions options = Profiles.parse("p", yaml).options();
    ResultSet rows = (ResultSet) answers(options, "Q").get(0);
    assertThat(rows.getMetadata().getRowType().getFieldsList())
        .extracting(field -> field.getName() + " " + field.getType().getCode())
        .containsExactly("N INT64", "S STRING", "A ARRAY");
    assertThat(rows.getRows(0).getValues(0).getStringValue()).isEqualTo("12");
    assertThat(rows.getRows(0).getValues(2).getListValue().getValues(0).getNumberValue())
        .isEqualTo(1.5);
    assertThat(rows.getRows(0).getValues(2).getListValue().getValues(1).getStringValue())
        .isEqualTo("NaN");
    assertThat(rows.getRows(1).getValues(0).hasNullValue()).isTrue();
    assertThat(rows.getRows(1).getValues(1).getStringValue()).isEqualTo("7");
    assertThat(((ResultSet) answers(options, "SELECT 1").get(0)).getRows(0).getValues(0))
        .satisfies(value -> assertThat(value.getBoolValue()).isTrue());
    assertThat(((ResultSet) answers(options, "U").get(0)).getStats().getRowCountExact())
        .isEqualTo(4);
    assertThat(answers(options, "BROKEN")).containsExactly("OUT_OF_RANGE: too far");
    // Statements that the file does not name are still registered.
    assertThat(answers(options, "SELECT 1 AS COL1")).hasSize(2);
  }

  @Test
  void tablesAreReadAsWritten() throws Exception {
    String yaml = "tables: [{table: T, columns: {A: INT64, B: STRING}, rows: [[1, x], [2, y]]}]";
    try (Connection connection = Connection.to(Connection.profile(yaml))) {
      ReadRequest read =
          ReadRequest.newBuilder()
              .setSession(connection.createSession().getName())
              .setTable("T")
              .addColumns("B")
              .build();
      assertThat(connection.stub().read(read).getRowsList())
          .extracting(row -> row.getValues(0).getStringValue())
          .containsExactly("x", "y");
    }
  }

  /** The server's answers to ExecuteSql and ExecuteStreamingSql, or the error. */
  private static List<Object> answers(MockServerOptions options, String sql) throws Exception {
    try (Connection connection = Connection.to(options.withTransport(Transport.INPROCESS))) {
      ExecuteSqlRequest.Builder request =
          Connection.sql(connection.createSession(), sql)
              .setTransaction(Connection.begin(Connection.readWrite()));
      ResultSet.Builder whole = connection.execute(request).toBuilder();
      whole.getMetadataBuilder().clearTransaction();
      List<PartialResultSet> parts = new ArrayList<>();
      for (PartialResultSet part : connection.stream(request)) {
        PartialResultSet.Builder without = part.toBuilder();
        without.getMetadataBuilder().clearTransaction();
        parts.add(without.build());
      }
      return List.of(whole.build(), parts);
    } catch (StatusRuntimeException e) {
      return List.of(e.getStatus().getCode() + ": " + e.getStatus().getDescription());
    }
  }
}
