package dev.sessionbench.mock.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.StructType;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the registry of statements. */
class StatementRegistryTest {
  @Test
  void registeringTwiceIsRefused() {
    StatementRegistry.Builder builder = StatementRegistry.original().toBuilder();
    assertThatThrownBy(() -> builder.query(Connection.QUERY, StatementResult.update(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Connection.QUERY);
    builder.table("T", SpannerRpcFixture.many());
    assertThatThrownBy(() -> builder.table("T", SpannerRpcFixture.many()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("T");
  }

  @Test
  void forgettingAStatementForgetsItsLocks() {
    StatementRegistry anew =
        StatementRegistry.original().toBuilder()
            .locking(Connection.QUERY, RowLock.wholeTable("T"))
            .forget(Connection.QUERY)
            .query(Connection.QUERY, StatementResult.update(1))
            .build();
    assertThat(anew.locks()).isEmpty();
  }

  @Test
  void rejectsInvalidResults() {
    assertThatThrownBy(() -> StatementResult.update(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StatementResult.Failure(Status.OK))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                StatementResult.rows(
                    StructType.getDefaultInstance(), List.of(SpannerRpcFixture.row("x"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0");
  }
}
