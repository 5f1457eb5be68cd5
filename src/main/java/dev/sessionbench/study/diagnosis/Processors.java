package dev.sessionbench.study.diagnosis;

import dev.sessionbench.lab.simulate.VirtualTime;

/** The client's processors: work is done in the order of its coming, as soon as one is free. */
final class Processors {
  private final VirtualTime time;
  private final long[] freeAt;
  private long busyNanos;

  Processors(VirtualTime time, int number) {
    this.time = time;
    this.freeAt = new long[number];
  }

  /** Does some work, then goes on. */
  void use(long nanos, Runnable then) {
    int first = 0;
    for (int i = 1; i < freeAt.length; i++) {
      if (freeAt[i] < freeAt[first]) {
        first = i;
      }
    }
    freeAt[first] = Math.max(freeAt[first], time.nanos()) + nanos;
    busyNanos += nanos;
    time.after(freeAt[first] - time.nanos(), then);
  }

  /** The work done, in nanoseconds, that which waits until now not included. */
  long busyNanos() {
    long waiting = 0;
    for (long free : freeAt) {
      waiting += Math.max(0, free - time.nanos());
    }
    return busyNanos - waiting;
  }
}
