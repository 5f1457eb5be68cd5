package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.singleUse;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.TransactionSelector;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Updates by ExecuteSql and ExecuteStreamingSql. */
class DmlTest extends SpannerRpcFixture {
  @Test
  void updateIsStreamedWithPresentRowTypeAndExactCount() {
    List<PartialResultSet> parts =
        stream(sql(session, UPDATE).setTransaction(begin(readWrite())).build());

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).getMetadata().hasRowType()).isTrue();
    assertThat(parts.get(0).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(parts.get(0).getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(parts.get(0).hasPrecommitToken()).isFalse();
  }

  @Test
  void updateNeedsATransactionThatWrites() {
    for (TransactionSelector selector :
        List.of(
            TransactionSelector.getDefaultInstance(),
            begin(readOnly()),
            singleUse(readOnly()),
            singleUse(readWrite()))) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          "DML statements",
          () ->
              connection.stub().executeSql(sql(session, UPDATE).setTransaction(selector).build()));
    }
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "single-use",
        () ->
            connection
                .stub()
                .executeSql(sql(session, QUERY).setTransaction(singleUse(readWrite())).build()));
  }
}
