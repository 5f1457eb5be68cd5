package dev.sessionbench.mock.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ExecuteSqlRequest.QueryMode;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryModeTest {
  @ParameterizedTest
  @CsvSource({
    "NORMAL, 1, false, false",
    "PLAN, 0, true, false",
    "PROFILE, 1, true, true",
    "WITH_STATS, 1, false, true",
    "WITH_PLAN_AND_STATS, 1, true, true",
  })
  void modeDecidesOnRowsPlanAndStatistics(
      QueryMode mode, int rows, boolean plan, boolean statistics) throws Exception {
    try (Connection service = Connection.to(Connection.profile("seed: 1"))) {
      ResultSet result =
          service
              .stub()
              .executeSql(
                  ExecuteSqlRequest.newBuilder()
                      .setSession(service.createSession().getName())
                      .setSql("SELECT 1")
                      .setQueryMode(mode)
                      .build());
      assertThat(result.getRowsCount()).isEqualTo(rows);
      assertThat(result.getStats().hasQueryPlan()).isEqualTo(plan);
      assertThat(result.getStats().hasQueryStats()).isEqualTo(statistics);
    }
  }
}
