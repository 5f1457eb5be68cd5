package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemTimeTest {
  private static final SystemTime CLOCK = SystemTime.CLOCK;
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void followsTheClockOfTheMachine() {
    long before = System.nanoTime();
    long now = CLOCK.nanos();
    assertThat(now - before).isNotNegative();
    assertThat(System.nanoTime() - now).isNotNegative();
    assertThat(CLOCK.calendar().getZone()).isEqualTo(ZoneOffset.UTC);
  }

  @Test
  void runsATaskAfterItsDelayAndNotBefore() throws Exception {
    CompletableFuture<Long> ran = new CompletableFuture<>();
    long before = CLOCK.nanos();
    CLOCK.after(2_000_000, () -> ran.complete(CLOCK.nanos()));
    assertThat(ran.get() - before).isGreaterThanOrEqualTo(2_000_000);
  }

  @Test
  void cancelledTasksDoNotRun() throws Exception {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch free = new CountDownLatch(1);
    CompletableFuture<Void> last = new CompletableFuture<>();
    // While the first task holds the thread, the others can only wait; they run in their order.
    CLOCK.after(0, () -> awaitQuietly(free));
    TimeSource.Cancellable first = CLOCK.after(0, () -> ran.add("taken back"));
    CLOCK.after(0, () -> ran.add("kept"));
    CLOCK.after(0, () -> last.complete(null));
    first.cancel();
    free.countDown();
    last.get();
    assertThat(ran).containsExactly("kept");
  }

  @Test
  void interruptsEndASleep() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> CLOCK.sleep(HOUR));
  }

  @Test
  void parkedThreadsWaitUntilWoken() throws Exception {
    Thread parked = waiting(() -> CLOCK.park(HOUR));
    LockSupport.unpark(parked);
    parked.join();
  }

  @Test
  void looksAgainWhenWokenUntilAConditionHolds() throws Exception {
    CompletableFuture<Boolean> held = new CompletableFuture<>();
    AtomicBoolean condition = new AtomicBoolean();
    Thread looking = waiting(() -> held.complete(CLOCK.await(condition::get, HOUR, HOUR)));
    condition.set(true);
    LockSupport.unpark(looking);
    assertThat(held.get()).isTrue();
    assertThat(CLOCK.await(() -> false, 1, -1)).isFalse();
  }

  private static Thread waiting(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(thread.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    return thread;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
