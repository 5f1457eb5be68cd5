package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how pools shrink, on a pool that has grown to 100 and has no more demand. */
class ShrinkStrategiesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private static TinyPool pool(ShrinkStrategies shrink, Map<String, String> settings) {
    return pool(Strategies.FIXED_STEP, shrink, settings);
  }

  private static TinyPool pool(
      Strategies growth, ShrinkStrategies shrink, Map<String, String> settings) {
    Limits limits = new Limits(20, 100, 4);
    return new TinyPool(
        limits, growth.create(limits, Map.of()), shrink.create(limits, settings), false);
  }

  /** Lets this many callers hold a session for a second. */
  private static void use(TinyPool pool, int callers) {
    for (int i = 0; i < callers; i++) {
      pool.want(caller -> pool.time.after(SECOND, () -> pool.giveBack()));
    }
  }

  /** The first moment at which the pool has at most this many sessions. */
  private static long reaches(TinyPool pool, int sessions, long untilNanos) {
    long[] reached = {-1};
    for (long at = SECOND / 2; at < untilNanos; at += SECOND) {
      pool.time.after(
          at,
          () -> {
            if (reached[0] < 0
                && pool.view().nowNanos() > 5 * SECOND
                && pool.view().total() <= sessions) {
              reached[0] = pool.view().nowNanos();
            }
          });
    }
    pool.time.run();
    return reached[0];
  }

  @ParameterizedTest
  @CsvSource({
    // strategy, sessions left, first and last minute in which the pool is that small
    "NEVER, 100, 0, 1",
    "IDLE_TIME, 20, 55, 56",
    "IDLE_TIME_DELETED, 20, 20, 21",
    // A hundred were in use until the first look. The surplus is known 610 s later; each look
    // closes 2.
    "PEAK_WINDOW, 20, 16, 17",
    "IDLE_LIMIT, 2, 0, 1",
  })
  void anUnusedPoolIsSmallAgainAfter(ShrinkStrategies shrink, int left, int from, int to) {
    TinyPool pool = pool(shrink, Map.of());
    pool.open();
    use(pool, 100);
    assertThat(reaches(pool, left, 90 * MINUTE)).isBetween(from * MINUTE, to * MINUTE);
    assertThat(pool.view().total())
        .isEqualTo(Math.max(left, shrink == ShrinkStrategies.IDLE_LIMIT ? 20 : left));
  }

  @Test
  void peakWindowClosesItsSurplusInEqualParts() {
    TinyPool pool = pool(ShrinkStrategies.PEAK_WINDOW, Map.of("windowMillis", "60000"));
    pool.open();
    use(pool, 100);
    pool.time.after(75 * SECOND + SECOND / 2, () -> assertThat(pool.view().total()).isEqualTo(100));
    // The surplus of 80 is known at the first look more than a minute after the first: ceil(80/6).
    pool.time.after(80 * SECOND + SECOND / 2, () -> assertThat(pool.view().total()).isEqualTo(86));
    pool.time.after(90 * SECOND + SECOND / 2, () -> assertThat(pool.view().total()).isEqualTo(72));
    pool.time.run();
    assertThat(pool.view().total()).isEqualTo(20);
  }

  @Test
  void theWindowsOfPeakWindowFollowTheClock() {
    TinyPool pool = pool(ShrinkStrategies.PEAK_WINDOW, Map.of());
    pool.open();
    pool.time.after(100 * SECOND, () -> use(pool, 100));
    // Windows end after 10 s, 620 s and 1,230 s, and only the third has used nothing.
    pool.time.after(1_225 * SECOND, () -> assertThat(pool.view().total()).isEqualTo(100));
    pool.time.after(1_235 * SECOND, () -> assertThat(pool.view().total()).isLessThan(100));
    pool.time.run();
    assertThat(pool.view().total()).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLAIRVOYANT")
  void aPoolThatShrinksAndRefillsComesToRest(Strategies strategy) {
    // IDLE_TIME_REFILLED never comes to rest: it closes and refills the minimum for ever, as was
    // reported.
    for (ShrinkStrategies shrink :
        EnumSet.complementOf(EnumSet.of(ShrinkStrategies.IDLE_TIME_REFILLED))) {
      TinyPool pool = pool(strategy, shrink, Map.of());
      pool.open();
      use(pool, 50);
      pool.time.after(5 * MINUTE, () -> use(pool, 70));
      pool.time.run();
      assertThat(pool.view().creating()).as("%s", shrink).isZero();
      assertThat(pool.view().total()).as("%s", shrink).isEqualTo(pool.created - pool.closed);
      assertThat(pool.view().nowNanos()).as("%s", shrink).isLessThan(24 * 60 * MINUTE);
    }
  }
}
