package dev.sessionbench.mock.conformance;

import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ReadRequest;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.rpc.ServiceLimits;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What fails begins no transaction. It can be seen on a regular session, which has one writing
 * transaction at a time: a new one would invalidate the one that is open.
 */
class FailingStatementTest {
  private static final String BROKEN = "SELECT BROKEN";

  private final Connection service;
  private final String session;
  private ByteString open = ByteString.EMPTY;

  FailingStatementTest() throws IOException {
    service =
        Connection.to(
            Connection.profile(
                "statements: [{query: SELECT BROKEN, error: {code: FAILED_PRECONDITION}}]"));
    session = service.createSession().getName();
  }

  @BeforeEach
  void begin() {
    open = service.begin(session, readWrite());
  }

  @AfterEach
  void close() {
    service.close();
  }

  private void assertStillOpen() {
    assertThat(service.commit(session, open).hasCommitTimestamp()).isTrue();
  }

  private ExecuteSqlRequest sql(String statement) {
    return ExecuteSqlRequest.newBuilder()
        .setSession(session)
        .setSql(statement)
        .setTransaction(Connection.begin(readWrite()))
        .build();
  }

  @Test
  void statementThatSucceedsBeginsATransactionAndSoEndsTheOpenOne() {
    var unused = service.stub().executeSql(sql("SELECT 1"));
    assertFails(FAILED_PRECONDITION, "", () -> service.commit(session, open));
  }

  @Test
  void failingStatementBeginsNoTransaction() {
    assertFails(FAILED_PRECONDITION, "", () -> service.stub().executeSql(sql(BROKEN)));
    assertFails(INVALID_ARGUMENT, "", () -> service.stub().executeSql(sql("UNKNOWN")));
    assertStillOpen();
  }

  @Test
  void failingStreamBeginsNoTransaction() {
    assertFails(
        FAILED_PRECONDITION, "", () -> service.stub().executeStreamingSql(sql(BROKEN)).hasNext());
    assertStillOpen();
  }

  @Test
  void streamThatCannotBeResumedBeginsNoTransaction() {
    ExecuteSqlRequest resumed =
        sql("SELECT 1").toBuilder().setResumeToken(ByteString.copyFromUtf8("x")).build();
    assertFails(INVALID_ARGUMENT, "", () -> service.stub().executeStreamingSql(resumed).hasNext());
    assertStillOpen();
  }

  @Test
  void resultThatMustBeStreamedBeginsNoTransaction() throws IOException {
    ServiceLimits small = ServiceLimits.SERVICE.withResultBytes(1);
    try (Connection strict = Connection.to(Connection.profile("seed: 1").withLimits(small))) {
      String on = strict.createSession().getName();
      ByteString begun = strict.begin(on, readWrite());
      ExecuteSqlRequest request = sql("SELECT 1").toBuilder().setSession(on).build();
      assertFails(FAILED_PRECONDITION, "", () -> strict.stub().executeSql(request));
      assertThat(strict.commit(on, begun).hasCommitTimestamp()).isTrue();
    }
  }

  @Test
  void batchWhoseFirstStatementFailsBeginsNoTransaction() {
    ExecuteBatchDmlResponse response =
        service
            .stub()
            .executeBatchDml(
                ExecuteBatchDmlRequest.newBuilder()
                    .setSession(session)
                    .setTransaction(Connection.begin(readWrite()))
                    .addStatements(ExecuteBatchDmlRequest.Statement.newBuilder().setSql(BROKEN))
                    .build());
    assertThat(response.getStatus().getCode()).isNotZero();
    assertThat(response.getResultSetsCount()).isZero();
    assertStillOpen();
  }

  @Test
  void failingReadBeginsNoTransaction() {
    assertFails(
        INVALID_ARGUMENT,
        "",
        () ->
            service
                .stub()
                .read(
                    ReadRequest.newBuilder()
                        .setSession(session)
                        .setTable("UNKNOWN")
                        .addColumns("A")
                        .setTransaction(Connection.begin(readWrite()))
                        .build()));
    assertStillOpen();
  }
}
