package dev.sessionbench.mock.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Naps on a clock that only the nap itself moves. */
class NapTest {
  private static final long MILLI = 1_000_000;
  private static final long READING_NANOS = 50;
  private static final long MAX_SPIN_NANOS = 40_000;

  private final Object blocker = new Object();
  private final List<Long> parked = new ArrayList<>();
  private long nowNanos = 123_456_789;
  private long readings;

  /** How much later than asked the operating system wakes the thread; below 0 if unparked. */
  private long lateNanos;

  private final Nap nap =
      new Nap(
          () -> {
            readings++;
            nowNanos += READING_NANOS;
            return nowNanos;
          },
          (who, nanos) -> {
            assertThat(who).isSameAs(blocker);
            parked.add(nanos);
            nowNanos += Math.max(0, nanos + lateNanos);
          });

  /** Naps for a millisecond and tells by how much the nap was too long. */
  private long lateness() {
    long deadlineNanos = nowNanos + MILLI;
    nap.until(blocker, deadlineNanos);
    return nowNanos - deadlineNanos;
  }

  @Test
  void theFirstNapIsAsLateAsTheOperatingSystem() {
    lateNanos = 120_000;
    assertThat(lateness()).isBetween(120_000L, 121_000L);
  }

  @Test
  void napsLearnHowLateTheyEndAndThenEndInTime() {
    lateNanos = 120_000;
    for (int i = 0; i < 60; i++) {
      lateness();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(lateness()).isBetween(0L, 1_000L);
    }
  }

  @Test
  void napsUnlearnTheDelayOfABusierTime() {
    lateNanos = 200_000;
    for (int i = 0; i < 60; i++) {
      lateness();
    }
    lateNanos = 20_000;
    for (int i = 0; i < 60; i++) {
      lateness();
    }
    assertThat(lateness()).isBetween(0L, 1_000L);
    // It is not aimed so early any more that a thread would spin for long.
    assertThat(parked.get(parked.size() - 1)).isGreaterThan(MILLI - 2 * MAX_SPIN_NANOS);
  }

  @Test
  void aThreadThatIsUnparkedComesBackAtOnceAndLearnsNothing() {
    lateNanos = 120_000;
    for (int i = 0; i < 60; i++) {
      lateness();
    }
    lateNanos = -MILLI;
    long before = readings;
    assertThat(lateness()).isLessThan(-MILLI / 2);
    assertThat(readings - before).isLessThan(5);
    lateNanos = 120_000;
    assertThat(lateness()).isBetween(0L, 1_000L);
  }

  @Test
  void oneVeryLongDelayMovesTheAimByLittle() {
    lateNanos = 3_600_000 * MILLI;
    lateness();
    lateNanos = 0;
    lateness();
    // An eighth of the longest lead of 0.25 ms, and not of the hour.
    assertThat(parked.get(1)).isGreaterThan(MILLI - 32_000);
  }

  @Test
  void noMoreIsSpunThanTheLimitAllows() {
    lateNanos = 200_000;
    for (int i = 0; i < 60; i++) {
      lateness();
    }
    lateNanos = 0;
    long before = readings;
    // Woken far too early: to spin all that time would take a core from others.
    assertThat(lateness()).isLessThan(-MAX_SPIN_NANOS);
    assertThat(readings - before).isLessThan(5);
  }

  @Test
  void aMomentThatIsOverIsNotWaitedFor() {
    nap.until(blocker, nowNanos - MILLI);
    assertThat(parked).allMatch(nanos -> nanos <= 0);
  }
}
