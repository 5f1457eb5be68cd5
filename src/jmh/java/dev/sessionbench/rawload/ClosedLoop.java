package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.Status;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps a number of operations in flight. Each that ends starts the next, on the thread that
 * received its reply.
 */
public final class ClosedLoop {
  private final Channel channel;
  private final List<Operation> operations;

  /**
   * A loop.
   *
   * @param channel carries the load
   * @param operations the operations to repeat, one for each that is in flight
   */
  public ClosedLoop(Channel channel, List<Operation> operations) {
    this.channel = channel;
    this.operations = List.copyOf(operations);
  }

  /**
   * Runs operations and waits until all have ended.
   *
   * @param count how many operations
   * @throws InterruptedException if interrupted while waiting
   * @throws IllegalStateException if an operation failed
   */
  public void run(long count) throws InterruptedException {
    AtomicLong left = new AtomicLong(count);
    CountDownLatch ended = new CountDownLatch(operations.size());
    AtomicReference<Status> end = new AtomicReference<>(Status.OK);
    for (Operation operation : operations) {
      new RawCall.Completion() {
        @Override
        public void ended(Status status, ByteString reply) {
          if (!status.isOk()) {
            end.compareAndSet(Status.OK, status);
          }
          if (status.isOk() && left.getAndDecrement() > 0) {
            operation.start(channel, this);
          } else {
            ended.countDown();
          }
        }
      }.ended(Status.OK, ByteString.EMPTY);
    }
    ended.await();
    Status last = Objects.requireNonNull(end.get());
    if (!last.isOk()) {
      throw new IllegalStateException("an RPC failed: " + last);
    }
  }
}
