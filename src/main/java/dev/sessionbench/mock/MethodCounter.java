package dev.sessionbench.mock;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the RPCs of one method; the count before an RPC is that RPC's index. */
final class MethodCounter {
  private final AtomicLong received = new AtomicLong();
  private final AtomicInteger inProgress = new AtomicInteger();

  /** Takes the index of an RPC that has arrived, from 0. */
  long takeIndex() {
    return received.getAndIncrement();
  }

  /** Counts an RPC as in progress and returns how many are, this one included. */
  int enter() {
    return inProgress.incrementAndGet();
  }

  void leave() {
    inProgress.decrementAndGet();
  }

  long received() {
    return received.get();
  }

  int inProgress() {
    return inProgress.get();
  }
}
