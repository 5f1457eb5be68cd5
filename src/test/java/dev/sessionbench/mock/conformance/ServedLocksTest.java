package dev.sessionbench.mock.conformance;

import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertFails;
import static dev.sessionbench.mock.SpannerRpcFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.Connection;
import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What meets with what where the server has its statements from a profile, as with serve. */
class ServedLocksTest {
  private static final String UPDATE = "UPDATE T SET A='2' WHERE A='1'";
  private static final String LOCKING = "UPDATE T SET A='3' WHERE A='1'";

  private final Connection service;
  private final String elderSession;
  private final String youngerSession;
  private final ByteString elder;
  private final ByteString younger;

  ServedLocksTest() throws IOException {
    service =
        Connection.to(
            Connection.profile(
                """
                tables: [{table: T, columns: {A: STRING}, rows: [['1']]}]
                statements:
                  - {update: "%s", rowCount: 1}
                  - {update: "%s", rowCount: 1, locks: [{table: T, key: 1}]}
                """
                    .formatted(UPDATE, LOCKING)));
    elderSession = service.createSession().getName();
    youngerSession = service.createSession().getName();
    elder = service.begin(elderSession, readWrite());
    younger = service.begin(youngerSession, readWrite());
  }

  @AfterEach
  void close() {
    service.close();
  }

  private ResultSet update(String session, String sql, ByteString transaction) {
    return service
        .stub()
        .executeSql(
            ExecuteSqlRequest.newBuilder()
                .setSession(session)
                .setSql(sql)
                .setSeqno(1)
                .setTransaction(Connection.id(transaction))
                .build());
  }

  private CommitResponse write(String session, ByteString transaction) {
    return service
        .stub()
        .commit(
            CommitRequest.newBuilder()
                .setSession(session)
                .setTransactionId(transaction)
                .addMutations(
                    Mutation.newBuilder()
                        .setUpdate(
                            Mutation.Write.newBuilder()
                                .setTable("T")
                                .addColumns("A")
                                .addValues(ListValue.newBuilder().addValues(text("1")))))
                .build());
  }

  @Test
  void statementsOfAProfileLockNothingUnlessItSaysSo() {
    assertThat(update(elderSession, UPDATE, elder).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(update(youngerSession, UPDATE, younger).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(service.commit(youngerSession, younger).hasCommitTimestamp()).isTrue();
    assertThat(service.commit(elderSession, elder).hasCommitTimestamp()).isTrue();
  }

  @Test
  void statementsOfAProfileLockWhatItSays() {
    assertThat(update(elderSession, LOCKING, elder).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(service.commit(youngerSession, younger).hasCommitTimestamp()).isTrue();
    ByteString another = service.begin(youngerSession, readWrite());
    assertFails(Status.Code.ABORTED, "", () -> write(youngerSession, another));
    assertThat(service.commit(elderSession, elder).hasCommitTimestamp()).isTrue();
  }

  @Test
  void readsOfATableOfAProfileLockTheirKeys() {
    var unused =
        service
            .stub()
            .read(
                ReadRequest.newBuilder()
                    .setSession(elderSession)
                    .setTable("T")
                    .addColumns("A")
                    .setKeySet(
                        KeySet.newBuilder().addKeys(ListValue.newBuilder().addValues(text("1"))))
                    .setTransaction(Connection.id(elder))
                    .build());
    assertFails(Status.Code.ABORTED, "", () -> write(youngerSession, younger));
    assertThat(service.commit(elderSession, elder).hasCommitTimestamp()).isTrue();
  }
}
