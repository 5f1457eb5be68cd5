package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/** One RPC, without a stub around it. */
public final class RawCall extends ClientCall.Listener<ByteString> {
  /** Receives the end of an RPC, once, on a thread of the channel. */
  @FunctionalInterface
  public interface Completion {
    /**
     * The RPC has ended.
     *
     * @param status the status; not OK if there was no reply
     * @param reply the last message of its reply
     */
    void ended(Status status, ByteString reply);
  }

  private final Completion completion;
  private ByteString reply = ByteString.EMPTY;
  private boolean replied;

  private RawCall(Completion completion) {
    this.completion = completion;
  }

  static void start(
      Channel channel,
      MethodDescriptor<byte[], ByteString> method,
      byte[] request,
      Completion completion) {
    ClientCall<byte[], ByteString> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(new RawCall(completion), new Metadata());
    // Requests many messages at once, so that it need not request each.
    call.request(Integer.MAX_VALUE);
    call.sendMessage(request);
    call.halfClose();
  }

  @Override
  public void onMessage(ByteString message) {
    reply = message;
    replied = true;
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    boolean silent = status.isOk() && !replied;
    completion.ended(
        silent ? Status.DATA_LOSS.withDescription("the reply is empty") : status, reply);
  }
}
