package dev.sessionbench.mock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Value;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profiles;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The service as a client sees it: a mock server, and a stub without any client library. */
record SpannerService(MockSpannerServer server, ManagedChannel channel) implements AutoCloseable {
  static final String DATABASE = "projects/p/instances/i/databases/d";
  static final TransactionOptions READ_WRITE =
      TransactionOptions.newBuilder()
          .setReadWrite(TransactionOptions.ReadWrite.getDefaultInstance())
          .build();
  static final TransactionOptions READ_ONLY =
      TransactionOptions.newBuilder()
          .setReadOnly(TransactionOptions.ReadOnly.newBuilder().setStrong(true))
          .build();

  /** A server in process with the statements and tables of a profile. */
  static MockServerOptions options(String profile) {
    return Profiles.parse("test", profile).options().withTransport(Transport.INPROCESS);
  }

  static SpannerService start(MockServerOptions options) throws IOException {
    MockSpannerServer server = MockSpannerServer.start(options);
    return new SpannerService(
        server,
        options.transport() == Transport.TCP
            ? NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build()
            : InProcessChannelBuilder.forName(server.inProcessName()).build());
  }

  SpannerGrpc.SpannerBlockingStub stub() {
    // A test that fails must not hang.
    return SpannerGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
  }

  String session() {
    return create(Session.getDefaultInstance());
  }

  String multiplexed() {
    return create(Session.newBuilder().setMultiplexed(true).build());
  }

  private String create(Session template) {
    return stub()
        .createSession(
            CreateSessionRequest.newBuilder().setDatabase(DATABASE).setSession(template).build())
        .getName();
  }

  ByteString begin(String session, TransactionOptions options) {
    return stub()
        .beginTransaction(
            BeginTransactionRequest.newBuilder().setSession(session).setOptions(options).build())
        .getId();
  }

  CommitResponse commit(String session, ByteString transaction) {
    return stub()
        .commit(
            CommitRequest.newBuilder().setSession(session).setTransactionId(transaction).build());
  }

  static TransactionSelector beginning(TransactionOptions options) {
    return TransactionSelector.newBuilder().setBegin(options).build();
  }

  static TransactionSelector within(ByteString transaction) {
    return TransactionSelector.newBuilder().setId(transaction).build();
  }

  static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  static void assertFails(Status.Code code, ThrowingCallable call) {
    StatusRuntimeException failure = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(failure).as("the call must fail").isNotNull();
    assertThat(failure.getStatus().getCode()).as(failure.getMessage()).isEqualTo(code);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
  }
}
