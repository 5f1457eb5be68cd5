package dev.sessionbench.bench.count;

import com.google.protobuf.Empty;
import dev.sessionbench.base.model.Rpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Answers each DeleteSession in the server's stead: a run's sessions end with its server, and to
 * delete them one by one would take a third of what the run takes.
 */
final class EndedByServer implements ClientInterceptor {
  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return method.getFullMethodName().equals(Rpc.DELETE_SESSION.fullMethodName())
        ? new Answered<>()
        : next.newCall(method, options);
  }

  private static final class Answered<Q, R> extends ClientCall<Q, R> {
    private @Nullable Listener<R> listener;

    @Override
    public void start(Listener<R> responses, Metadata headers) {
      listener = responses;
    }

    @Override
    @SuppressWarnings("unchecked") // DeleteSession returns nothing, which is this.
    public void halfClose() {
      if (listener != null) {
        listener.onMessage((R) Empty.getDefaultInstance());
        listener.onClose(Status.OK, new Metadata());
      }
    }

    @Override
    public void sendMessage(Q message) {}

    @Override
    public void request(int numMessages) {}

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {}
  }
}
