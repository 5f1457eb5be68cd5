package dev.sessionbench.mock.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.StructType;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.Status;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the registry of statements. */
class StatementRegistryTest {
  @Test
  void emptyStatementIsRefused() {
    assertThatThrownBy(() -> StatementRegistry.original().with("", StatementResult.update(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a statement must not be empty");
  }

  @Test
  void replacedStatementHasNewLocks() {
    StatementRegistry locking =
        StatementRegistry.original()
            .with(Connection.QUERY, StatementResult.update(1), RowLock.wholeTable("T"));
    assertThat(Objects.requireNonNull(locking.statements().get(Connection.QUERY)).locks())
        .hasSize(1);
    StatementRegistry anew = locking.with(Connection.QUERY, StatementResult.update(1));
    assertThat(Objects.requireNonNull(anew.statements().get(Connection.QUERY)).locks()).isEmpty();
  }

  @Test
  void rejectsInvalidResults() {
    assertThatThrownBy(() -> StatementResult.update(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StatementResult.failure(Status.OK))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                StatementResult.rows(
                    StructType.getDefaultInstance(), List.of(SpannerRpcFixture.row("x"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0");
  }
}
