package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.SpannerOperations;

/** A client whose operations wait before they take a session: a handicap. */
record SlowedOperations(SpannerOperations client, long waitNanos) implements SpannerOperations {
  @Override
  public void read(Runnable atRow) {
    pause(waitNanos);
    client.read(atRow);
  }

  @Override
  public void write() {
    pause(waitNanos);
    client.write();
  }

  @Override
  public OpenRead openRead() {
    pause(waitNanos);
    return client.openRead();
  }

  /** Waits the whole time, even where the thread is woken early. */
  static void pause(long nanos) {
    long end = SystemTime.CLOCK.nanos() + nanos;
    for (long left = nanos; left > 0; left = end - SystemTime.CLOCK.nanos()) {
      SystemTime.CLOCK.park(left);
    }
  }
}
