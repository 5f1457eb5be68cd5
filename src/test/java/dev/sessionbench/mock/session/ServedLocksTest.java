package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.Shows;
import org.junit.jupiter.api.Test;

/** Tests which calls conflict if the statements come from a profile, as with serve. */
class ServedLocksTest extends LockFixture {
  private static final String FREE = "UPDATE MANY SET A='2' WHERE A='1'";
  private static final String LOCKING = "UPDATE MANY SET A='3' WHERE A='1'";

  @Override
  public MockServerOptions options() {
    return Connection.profile(
        """
        tables: [{table: MANY, columns: {A: STRING}, rows: [['1']]}]
        statements:
          - {update: "%s", rowCount: 1}
          - {update: "%s", rowCount: 1, locks: [{table: MANY, key: 1}]}
        """
            .formatted(FREE, LOCKING));
  }

  @Test
  void statementsOfAProfileLockNothingByDefault() {
    assertThat(update(session, id(elder), FREE, 1).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(update(other, id(younger), FREE, 1).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(commit(other, younger).hasCommitTimestamp()).isTrue();
    assertThat(commit(session, elder).hasCommitTimestamp()).isTrue();
  }

  @Test
  @Shows(
      of = Rpc.EXECUTE_SQL,
      value = "Takes the locks that the profile names; a conflict is ABORTED with RetryInfo")
  void statementsLockTheKeysThatTheProfileNames() {
    update(session, id(elder), LOCKING, 1);
    assertThat(commit(other, younger).hasCommitTimestamp()).isTrue();
    ByteString another = begun(other);
    assertAborted(() -> commitWriting(other, another, "1"));
    assertThat(commit(session, elder).hasCommitTimestamp()).isTrue();
  }

  @Test
  @Shows(
      of = Rpc.READ,
      value = "In a read-write transaction it locks its keys; a hint makes the lock exclusive")
  void readsOfATableOfAProfileLockTheirKeys() {
    readKey(session, id(elder), "1");
    assertAborted(() -> commitWriting(other, younger, "1"));
    assertThat(commit(session, elder).hasCommitTimestamp()).isTrue();
  }
}
