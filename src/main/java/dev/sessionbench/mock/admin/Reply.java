package dev.sessionbench.mock.admin;

import com.google.protobuf.Timestamp;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** What all admin calls share. */
final class Reply {
  private Reply() {}

  /** Sends what is supplied, or the status that supplying it failed with. */
  static <T> void send(StreamObserver<T> observer, Supplier<T> reply) {
    T message;
    try {
      message = reply.get();
    } catch (StatusRuntimeException e) {
      observer.onError(e);
      return;
    }
    observer.onNext(message);
    observer.onCompleted();
  }

  /** The time as the protocol writes it. */
  static Timestamp now(InstantSource clock) {
    Instant now = clock.instant();
    return Timestamp.newBuilder().setSeconds(now.getEpochSecond()).setNanos(now.getNano()).build();
  }
}
