package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.TimeSource;
import java.util.concurrent.CountDownLatch;

/**
 * Holds RPCs to a number in any second at the server, however long they are on their way, as none
 * is sent before all of the last have ended: a bucket that holds as many as may be in flight, and
 * is refilled so slowly that those in flight, a full bucket and a second's refill are the number.
 */
final class Pace {
  private final TimeSource time;
  private final double perNano;
  private double held = Budget.IN_FLIGHT;
  private long atNanos;

  Pace(TimeSource time, Budget budget) {
    this.time = time;
    this.perNano = budget.sustainedPerSecond() / Nanos.PER_SECOND;
    this.atNanos = time.nanos();
  }

  /**
   * Waits until some more may be sent.
   *
   * @param rpcs how many, at most {@link Budget#IN_FLIGHT}
   */
  void await(int rpcs) throws InterruptedException {
    refill();
    while (held < rpcs) {
      sleep((long) Math.ceil((rpcs - held) / perNano));
      refill();
    }
    held -= rpcs;
  }

  private void refill() {
    long now = time.nanos();
    held = Math.min(Budget.IN_FLIGHT, held + (now - atNanos) * perNano);
    atNanos = now;
  }

  private void sleep(long nanos) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    time.after(nanos, over::countDown);
    over.await();
  }
}
