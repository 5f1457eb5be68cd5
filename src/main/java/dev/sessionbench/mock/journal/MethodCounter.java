package dev.sessionbench.mock.journal;

import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the RPCs of one method; the count before an RPC is that RPC's index. */
public final class MethodCounter {
  private final AtomicLong received = new AtomicLong();
  private final AtomicInteger inProgress = new AtomicInteger();
  private final AtomicLong unanswered = new AtomicLong();

  /** By the codes' numbers, which are those on the wire and count up from 0. */
  private final AtomicLongArray answered = new AtomicLongArray(Status.Code.values().length);

  /** Takes the index of an RPC that has arrived, from 0. */
  public long takeIndex() {
    return received.getAndIncrement();
  }

  /** Counts an RPC as in progress and returns how many are, this one included. */
  public int enter() {
    return inProgress.incrementAndGet();
  }

  /** Counts an RPC that is answered. */
  public void leave(Status.Code status) {
    answered.incrementAndGet(status.value());
    inProgress.decrementAndGet();
  }

  /** Counts an RPC that ends without an answer. */
  public void leaveUnanswered() {
    unanswered.incrementAndGet();
    inProgress.decrementAndGet();
  }

  long answered(Status.Code status) {
    return answered.get(status.value());
  }

  long unanswered() {
    return unanswered.get();
  }

  long received() {
    return received.get();
  }

  int inProgress() {
    return inProgress.get();
  }
}
