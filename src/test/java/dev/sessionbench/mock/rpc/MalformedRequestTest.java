package dev.sessionbench.mock.rpc;

import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.RawBytes;
import dev.sessionbench.mock.Shows;
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
  @Shows("Unreadable bytes are INTERNAL and affect only their own call")
  void unreadableBytesAreInternal(Rpc rpc) {
    assertFails(
        INTERNAL, "Error parsing request proto", () -> send(rpc, new byte[] {-1, -1, -1, -1, -1}));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  @Shows("No request, or more than one, is UNIMPLEMENTED")
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
  @Shows("Error messages fit into the headers that clients accept")
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
