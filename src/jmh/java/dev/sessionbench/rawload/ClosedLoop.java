package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a number of operations in flight: each that ends starts the next, on the thread that
 * brought its reply.
 */
public final class ClosedLoop {
  private final Channel channel;
  private final List<Operation> operations;

  /**
   * A loop.
   *
   * @param channel carries the load
   * @param operations what is done over and over, one for each that is in flight
   */
  public ClosedLoop(Channel channel, List<Operation> operations) {
    this.channel = channel;
    this.operations = List.copyOf(operations);
  }

  /**
   * Runs operations and waits until all have ended.
   *
   * @param count how many
   * @throws InterruptedException if interrupted while waiting
   * @throws IllegalStateException if one failed
   */
  public void run(long count) throws InterruptedException {
    Run run = new Run(count);
    for (Operation operation : operations) {
      new Slot(operation, run).next();
    }
    run.ended.await();
    Status failure = run.failure.get();
    if (failure != null) {
      throw new IllegalStateException("an RPC failed: " + failure);
    }
  }

  private final class Run {
    final AtomicLong left;
    final CountDownLatch ended = new CountDownLatch(operations.size());
    final AtomicReference<@Nullable Status> failure = new AtomicReference<>();

    Run(long count) {
      left = new AtomicLong(count);
    }
  }

  private final class Slot implements RawCall.Completion {
    private final Operation operation;
    private final Run run;

    Slot(Operation operation, Run run) {
      this.operation = operation;
      this.run = run;
    }

    void next() {
      if (run.left.getAndDecrement() > 0) {
        operation.start(channel, this);
      } else {
        run.ended.countDown();
      }
    }

    @Override
    public void succeeded(ByteString reply) {
      next();
    }

    @Override
    public void failed(Status status) {
      run.failure.compareAndSet(null, status);
      run.ended.countDown();
    }
  }
}
