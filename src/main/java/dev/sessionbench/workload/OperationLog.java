package dev.sessionbench.workload;

import dev.sessionbench.client.AcquireWait;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Records the times of a fixed number of operations in arrays made beforehand, so that recording
 * costs the load one more reading of the clock and no memory. Each operation is recorded once, by
 * the thread that made it.
 */
final class OperationLog {
  private final long[] wantedNanos;
  private final long[] waitNanos;
  private final long[] releasedNanos;

  OperationLog(int operations) {
    wantedNanos = new long[operations];
    waitNanos = new long[operations];
    releasedNanos = new long[operations];
  }

  int size() {
    return wantedNanos.length;
  }

  void recordReleased(int operation, AcquireWait wait) {
    record(operation, wait, System.nanoTime());
  }

  void recordKept(int operation, AcquireWait wait) {
    record(operation, wait, Long.MAX_VALUE);
  }

  private void record(int operation, AcquireWait wait, long released) {
    wantedNanos[operation] = wait.startNanos();
    waitNanos[operation] = wait.nanos();
    releasedNanos[operation] = released;
  }

  List<OperationTimes> operations() {
    return IntStream.range(0, size())
        .mapToObj(
            i ->
                new OperationTimes(wantedNanos[i], wantedNanos[i] + waitNanos[i], releasedNanos[i]))
        .toList();
  }
}
