package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static dev.sessionbench.mock.Failures.assertNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ExecuteSqlRequest.QueryMode;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetStats;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests queries by ExecuteSql and ExecuteStreamingSql. */
class QueryTest extends SpannerRpcFixture {
  @Test
  @Shows(
      of = Rpc.EXECUTE_SQL,
      value = "A registered query gives its rows; another is INVALID_ARGUMENT")
  void queryIsAnsweredWithItsRow() {
    ResultSet result = execute(sql(session, QUERY));

    assertThat(result.getMetadata().getRowType().getFields(0).getName()).isEqualTo("COL1");
    assertThat(result.getRowsList()).hasSize(1);
    assertThat(result.getRows(0).getValues(0).getStringValue()).isEqualTo("1");
    assertThat(result.getMetadata().hasTransaction()).isFalse();
  }

  @Test
  void unregisteredStatementIsInvalidAndNamed() {
    assertInvalid("SELECT 2", () -> execute(sql(session, "SELECT 2")));
    assertInvalid("SELECT 2", () -> stream(sql(session, "SELECT 2")));
  }

  @ParameterizedTest
  @CsvSource({
    "NORMAL, 1, false, false",
    "PLAN, 0, true, false",
    "PROFILE, 1, true, true",
    "WITH_STATS, 1, false, true",
    "WITH_PLAN_AND_STATS, 1, true, true",
  })
  @Shows(of = Rpc.EXECUTE_SQL, value = "Knows the query modes")
  void modeDecidesOnRowsPlanAndStatistics(
      QueryMode mode, int rows, boolean plan, boolean statistics) {
    ResultSet result = execute(sql(session, QUERY).setQueryMode(mode));
    assertThat(result.getRowsCount()).isEqualTo(rows);
    assertThat(result.getStats().hasQueryPlan()).isEqualTo(plan);
    assertThat(result.getStats().hasQueryStats()).isEqualTo(statistics);
  }

  @Test
  void planOfAnUpdateHasNoCount() {
    assertThat(
            execute(
                    sql(session, UPDATE)
                        .setQueryMode(QueryMode.PLAN)
                        .setTransaction(begin(readWrite())))
                .getStats()
                .getRowCountCase())
        .isEqualTo(ResultSetStats.RowCountCase.ROWCOUNT_NOT_SET);
  }

  @Test
  @Shows(of = Rpc.EXECUTE_SQL, value = "Keep-alive queries (`SELECT 1`) keep the session alive")
  void pingKeepsItsSessionAlive() {
    for (int minutes = 0; minutes < 180; minutes += 30) {
      clock.advance(Duration.ofMinutes(30));
      assertThat(stream(sql(session, "SELECT 1"))).hasSize(1);
    }
    clock.advance(Duration.ofMinutes(60));

    assertNotFound("Session not found", () -> stream(sql(session, "SELECT 1")));
  }
}
