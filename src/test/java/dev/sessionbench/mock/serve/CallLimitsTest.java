package dev.sessionbench.mock.serve;

import static dev.sessionbench.mock.Connection.DATABASE;
import static dev.sessionbench.mock.Failures.assertFails;
import static dev.sessionbench.mock.SpannerRpcFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.serve.StandaloneServer.ServeOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CallLimitsTest {
  private static final int MAX_CALLS = 2;
  private static final int MAX_BYTES = 1 << 20;
  private static final int SETTINGS_FRAME = 4;
  private static final int MAX_CONCURRENT_STREAMS = 3;

  private final CallLimits limits = new CallLimits(MAX_CALLS, MAX_BYTES);
  private final StandaloneServer server =
      new StandaloneServer(
          new ServeOptions(
              Profiles.parse("p", "latencies: {BatchCreateSessions: 3600000}"),
              InetAddress.getLoopbackAddress(),
              0,
              OptionalInt.empty()),
          SystemTime.CLOCK,
          limits);
  private final URI address = URI.create("http://" + server.emulatorHost());
  private final ManagedChannel channel =
      NettyChannelBuilder.forTarget(server.emulatorHost()).usePlaintext().build();

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.close();
  }

  private SpannerGrpc.SpannerBlockingStub stub() {
    return SpannerGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
  }

  private String session() {
    return stub()
        .createSession(CreateSessionRequest.newBuilder().setDatabase(DATABASE).build())
        .getName();
  }

  private static CommitRequest commit(String session, int bytes) {
    Mutation.Builder insert = Mutation.newBuilder();
    insert.getInsertBuilder().setTable("T").addColumns("A").addValues(row("x".repeat(bytes)));
    return Connection.commitOf(Session.newBuilder().setName(session).build(), insert.build())
        .build();
  }

  /** The stream's end becomes visible when the transport has released it, just after the reply. */
  private void awaitNothingHeld() {
    while (limits.bytes() != 0) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip"})
  void requestBeyondTheTotalBytesIsRejectedAndReleased(String compression) {
    String session = session();
    SpannerGrpc.SpannerBlockingStub sender = stub().withCompression(compression);
    assertFails(
        Status.Code.RESOURCE_EXHAUSTED,
        "the requests of all calls in progress hold more than 1048576 bytes",
        () -> sender.commit(commit(session, 3 * MAX_BYTES)));
    awaitNothingHeld();
    assertThat(sender.commit(commit(session, MAX_BYTES / 4)).hasCommitTimestamp()).isTrue();
    awaitNothingHeld();
  }

  @Test
  void callBeyondTheNumberOfAllCallsIsRefusedUntilOneHasEnded() {
    // Calls that are sent before the connection is open may begin in another order.
    session();
    BatchCreateSessionsRequest slow = Connection.batch(1);
    var first = SpannerGrpc.newFutureStub(channel).batchCreateSessions(slow);
    var second = SpannerGrpc.newFutureStub(channel).batchCreateSessions(slow);
    // On an open connection, calls begin in order.
    assertFails(Status.Code.RESOURCE_EXHAUSTED, "more than 2 calls in progress", this::session);
    assertThat(first.isDone()).isFalse();
    assertThat(second.cancel(true)).isTrue();
    assertThat(session()).startsWith(DATABASE);
  }

  @Test
  void connectionsAdvertiseTheirCallLimit() throws Exception {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      // The HTTP/2 preface, and empty SETTINGS.
      socket
          .getOutputStream()
          .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(new byte[] {0, 0, 0, SETTINGS_FRAME, 0, 0, 0, 0, 0});
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      assertThat(in.readUnsignedByte()).isEqualTo(SETTINGS_FRAME);
      in.skipNBytes(5);
      long told = -1;
      for (int i = 0; i < length; i += 6) {
        int setting = in.readUnsignedShort();
        int value = in.readInt();
        told = setting == MAX_CONCURRENT_STREAMS ? value : told;
      }
      assertThat(told).isEqualTo(CallLimits.CALLS_PER_CONNECTION);
    }
  }
}
