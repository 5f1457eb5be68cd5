package dev.sessionbench.mock.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.mock.rpc.PendingCall.ReplyStream;
import dev.sessionbench.mock.rpc.PendingCall.ReplyStream.Outcome;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that replies wait for a client that does not read. */
class ReplyStreamTest {
  private final SlowCall call = new SlowCall();
  private final ReplyStream<String> stream =
      new ReplyStream<>(
          call, new Outcome<>(List.of("a", "b", "c", "d"), Status.OK, new Metadata()));

  @Test
  void clientThatReadsNothingGetsOnlyTheFirstReply() {
    stream.send();
    stream.send();

    assertThat(call.sent).containsExactly("a");
    assertThat(call.closed).isNull();
  }

  @Test
  void theRestFollowsAsTheClientReads() {
    stream.send();
    call.room = 2;
    stream.send();
    assertThat(call.sent).containsExactly("a", "b", "c");
    assertThat(call.closed).isNull();
    call.room = 5;
    stream.send();
    stream.send();

    assertThat(call.sent).containsExactly("a", "b", "c", "d");
    assertThat(call.closed).isEqualTo(Status.OK);
  }

  @Test
  void replyThatMakesTheClientReadyAtOnceIsNotOvertaken() {
    call.room = 10;
    call.onSend = stream::send;
    stream.send();

    assertThat(call.sent).containsExactly("a", "b", "c", "d");
    assertThat(call.closes).isEqualTo(1);
  }

  @Test
  void callWithoutRepliesIsClosedAtOnce() {
    new ReplyStream<>(call, new Outcome<>(List.of(), Status.ABORTED, new Metadata())).send();

    assertThat(call.closed).isEqualTo(Status.ABORTED);
  }

  /** A call whose client has room for a given number of messages. */
  private static final class SlowCall extends ServerCall<String, String> {
    private final List<String> sent = new ArrayList<>();
    private int room;
    private int closes;
    private @Nullable Status closed;
    private Runnable onSend = () -> {};

    @Override
    public boolean isReady() {
      return room > 0;
    }

    @Override
    public void sendMessage(String message) {
      sent.add(message);
      room--;
      onSend.run();
    }

    @Override
    public void close(Status status, Metadata trailers) {
      closed = status;
      closes++;
    }

    @Override
    public void request(int messages) {}

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public MethodDescriptor<String, String> getMethodDescriptor() {
      throw new UnsupportedOperationException();
    }
  }
}
