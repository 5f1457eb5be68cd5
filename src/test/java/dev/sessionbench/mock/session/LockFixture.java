package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Failures.assertFails;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.query.StatementResult;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;

/** Two transactions on two sessions, one older than the other, and calls that lock. */
abstract class LockFixture extends SpannerRpcFixture {
  static final String INSERT_MANY = "INSERT INTO MANY (A) VALUES (1)";

  Session other;
  ByteString elder;
  ByteString younger;

  @Override
  public MockServerOptions options() {
    MockServerOptions options = super.options();
    return options.withStatements(
        options
            .statements()
            .with(UPDATE, StatementResult.update(1), new RowLock("FOO", "2"))
            .with(INSERT, StatementResult.update(1), RowLock.wholeTable("FOO"))
            .with(INSERT_MANY, StatementResult.update(1), new RowLock("MANY", "1")));
  }

  @BeforeEach
  void beginTwo() {
    other = connection.createSession();
    elder = begun(session);
    younger = begun(other);
  }

  static StatusRuntimeException assertAborted(ThrowingCallable rpc) {
    return assertFails(Status.Code.ABORTED, "Transaction was aborted", rpc);
  }

  ResultSet readKey(Session on, TransactionSelector selector, String key) {
    return stub().read(keyed(on, selector, key));
  }

  ReadRequest keyed(Session on, TransactionSelector selector, String key) {
    return read("MANY", "A").toBuilder()
        .setSession(on.getName())
        .setTransaction(selector)
        .setKeySet(KeySet.newBuilder().addKeys(row(key)))
        .build();
  }

  CommitResponse commitWriting(Session on, ByteString id, String key) {
    return connection.commit(Connection.commitOf(on, insert(key)).setTransactionId(id));
  }

  static Mutation insert(String key) {
    Mutation.Builder insert = Mutation.newBuilder();
    insert.getInsertOrUpdateBuilder().setTable("MANY").addColumns("A").addValues(row(key));
    return insert.build();
  }
}
