package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.StructType;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the registry takes. */
class StatementRegistryTest extends SpannerRpcFixture {
  @Test
  void registeringTwiceIsRefused() {
    StatementRegistry.Builder builder = StatementRegistry.original().toBuilder();
    assertThatThrownBy(() -> builder.query(QUERY, StatementResult.update(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(QUERY);
    builder.table("T", many());
    assertThatThrownBy(() -> builder.table("T", many()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("T");
  }

  @Test
  void whatIsForgottenLocksNothingWhenItIsRegisteredAnew() {
    StatementRegistry anew =
        StatementRegistry.original().toBuilder()
            .locking(QUERY, RowLock.wholeTable("T"))
            .forget(QUERY)
            .query(QUERY, StatementResult.update(1))
            .build();
    assertThat(anew.locks()).isEmpty();
  }

  @Test
  void resultsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> StatementResult.update(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StatementResult.Failure(Status.OK))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                StatementResult.rows(
                    StructType.getDefaultInstance(),
                    List.of(ListValue.newBuilder().addValues(text("x")).build())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0");
  }
}
