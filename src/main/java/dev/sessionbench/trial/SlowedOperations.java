package dev.sessionbench.trial;

import dev.sessionbench.client.SpannerOperations;
import java.util.concurrent.locks.LockSupport;

/** A client whose operations wait before they take a session: an injected fault. */
record SlowedOperations(SpannerOperations client, long waitNanos) implements SpannerOperations {
  @Override
  public void read(Runnable atRow) {
    pause();
    client.read(atRow);
  }

  @Override
  public void write() {
    pause();
    client.write();
  }

  @Override
  public OpenRead openRead() {
    pause();
    return client.openRead();
  }

  private void pause() {
    pause(waitNanos);
  }

  /** Waits the whole time, even where the thread is woken early. */
  static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
