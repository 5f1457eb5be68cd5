package dev.sessionbench.mock.rpc;

import static dev.sessionbench.mock.Failures.assertFails;
import static dev.sessionbench.mock.SpannerRpcFixture.row;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.RawBytes;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.internal.testing.StreamRecorder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests that are unreadable, too many, or too large. */
class MalformedRequestTest {
  private Connection connection;
  private Session session;

  @BeforeEach
  void connect() throws Exception {
    connection = Connection.tcp();
    session = connection.createSession();
  }

  @AfterEach
  void theServerGoesOn() {
    try (Connection closing = connection) {
      ExecuteSqlRequest query = Connection.sql(session, Connection.QUERY).build();
      assertThat(closing.stub().executeSql(query).getRowsCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Rpc.class)
  void bytesThatAreNoMessageAreInternal(Rpc rpc) {
    assertFails(
        INTERNAL, "Error parsing request proto", () -> send(rpc, new byte[] {-1, -1, -1, -1, -1}));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void anotherNumberOfRequestsIsUnimplemented(int requests) throws Exception {
    StreamRecorder<byte[]> replies = StreamRecorder.create();
    StreamObserver<byte[]> sender =
        ClientCalls.asyncClientStreamingCall(
            connection
                .channel()
                .newCall(
                    RawBytes.method(Rpc.GET_SESSION, MethodType.CLIENT_STREAMING),
                    CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS)),
            replies);
    byte[] request =
        GetSessionRequest.newBuilder().setName(session.getName()).build().toByteArray();
    for (int i = 0; i < requests; i++) {
      sender.onNext(request);
    }
    sender.onCompleted();

    assertThat(replies.awaitCompletion(20, TimeUnit.SECONDS)).isTrue();
    assertThat(Status.fromThrowable(replies.getError()).getCode()).isEqualTo(UNIMPLEMENTED);
    assertThat(replies.getValues()).isEmpty();
  }

  @Test
  void requestBeyondTenMebibytesIsResourceExhausted() {
    ExecuteSqlRequest large = Connection.sql(session, "x".repeat(10 << 20)).build();

    assertFails(
        RESOURCE_EXHAUSTED,
        "Request message larger than max (",
        () -> connection.stub().executeSql(large));
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void commitAndBatchWriteMayBeLargerThanOtherRequests(Transport transport) throws Exception {
    MockServerOptions options =
        MockServerOptions.defaults()
            .withTransport(transport)
            .withLimits(ServiceLimits.SERVICE.withRequestBytes(1_000).withCommitBytes(4_000));
    Mutation.Builder insert = Mutation.newBuilder();
    insert.getInsertBuilder().setTable("FOO").addColumns("A").addValues(row("x".repeat(3_000)));
    try (Connection strict = Connection.to(options)) {
      Session on = strict.createSession();
      CommitRequest.Builder commit = Connection.commitOf(on, insert.build());
      BatchWriteRequest.Builder groups = BatchWriteRequest.newBuilder().setSession(on.getName());
      groups.addMutationGroupsBuilder().addMutations(insert);

      assertThat(strict.commit(commit).hasCommitTimestamp()).isTrue();
      assertThat(strict.stub().batchWrite(groups.build()).next().hasCommitTimestamp()).isTrue();
      assertFails(
          RESOURCE_EXHAUSTED, "", () -> strict.execute(Connection.sql(on, "x".repeat(3_000))));
      commit.addMutations(insert);
      groups.addMutationGroupsBuilder().addMutations(insert);
      assertFails(RESOURCE_EXHAUSTED, "", () -> strict.commit(commit));
      assertFails(RESOURCE_EXHAUSTED, "", () -> strict.stub().batchWrite(groups.build()).hasNext());
    }
  }

  @Test
  void theLimitsOfRequestsAreThoseOfTheService() {
    assertThat(ServiceLimits.SERVICE.requestBytes()).isEqualTo(10 << 20);
    assertThat(ServiceLimits.SERVICE.commitBytes()).isEqualTo(100 << 20);
    assertThat(MockServerOptions.defaults().limits()).isEqualTo(ServiceLimits.SERVICE);
  }

  @Test
  void longNamesDoNotMakeLongErrors() {
    for (String name :
        new String[] {
          "x".repeat(5_000_000), Connection.DATABASE + "/sessions/" + "é".repeat(200), "\n\u0000é"
        }) {
      StatusRuntimeException failure =
          assertFails(
              name.length() < 1_000 && name.contains("/sessions/") ? NOT_FOUND : INVALID_ARGUMENT,
              "",
              () -> connection.getSession(name));
      assertThat(failure.getStatus().getDescription().length()).isLessThan(2_100);
    }
  }

  private void send(Rpc rpc, byte[] bytes) {
    ClientCalls.blockingUnaryCall(
        connection.channel(),
        RawBytes.method(rpc, MethodType.UNARY),
        CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS),
        bytes);
  }
}
