package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.lab.strategy.TinyPool.Caller;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests what distinguishes a strategy from similar ones, each in the smallest case that shows it.
 */
class GrowthCasesTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /** A waiter of some pools may need as long to wake up. */
  private static final long WAKING_NANOS = 100_000;

  private static TinyPool pool(Strategies strategy, int min, int max, String... settings) {
    Limits limits = new Limits(min, max, 4);
    Map<String, String> chosen = settings.length == 0 ? Map.of() : Map.of(settings[0], settings[1]);
    TinyPool pool = new TinyPool(limits, strategy, chosen);
    pool.open();
    return pool;
  }

  private static List<Caller> want(TinyPool pool, int callers) {
    return IntStream.range(0, callers).mapToObj(i -> pool.want()).toList();
  }

  @ParameterizedTest
  @CsvSource({"ONE_PER_CALLER, 1000000", "ONE_PER_EXCESS_WAITER, 200000"})
  void aTiedCallerWaitsForItsOwnSessionOnly(Strategies strategy, long waitNanos) {
    TinyPool pool = pool(strategy, 1, 10);
    pool.time.run();
    pool.want();
    Caller second = pool.want();
    pool.time.after(200_000, () -> pool.giveBack());
    pool.time.run();
    assertThat(second.waitNanos()).isEqualTo(waitNanos);
    assertThat(pool.created).isEqualTo(2);
  }

  @Test
  void anElidedRequestIsDroppedWhenAReleaseHasServedItsCaller() {
    for (Strategies strategy :
        List.of(Strategies.ONE_PER_WAITER, Strategies.ONE_PER_WAITER_ELIDED)) {
      TinyPool pool = pool(strategy, 0, 100);
      pool.want();
      pool.time.run();
      want(pool, 3);
      for (int i = 1; i <= 3; i++) {
        pool.time.after(i * 150_000L, () -> pool.giveBack());
      }
      pool.time.run();
      // One request had left before the first session was released; the other two are no longer
      // wanted.
      assertThat(pool.created).isEqualTo(strategy == Strategies.ONE_PER_WAITER ? 4 : 2);
    }
  }

  @Test
  void elisionKeepsTheMinimum() {
    TinyPool pool = pool(Strategies.ONE_PER_WAITER_ELIDED, 30, 100);
    pool.time.run();
    assertThat(pool.created).isEqualTo(30);
  }

  @Test
  void onePerWaiterElidedMakesOneEachCreationAndPause() {
    TinyPool pool = pool(Strategies.ONE_PER_WAITER_ELIDED, 0, 10);
    List<Caller> callers = want(pool, 10);
    pool.time.run();
    assertThat(pool.peakInFlight).isEqualTo(1);
    assertThat(callers.get(9).waitNanos())
        .isCloseTo(10 * MILLI + 9 * 30 * MILLI, within(WAKING_NANOS));
  }

  @Test
  void onePerWaiterElidedRetriesSilentlyAfterGrowingPauses() {
    TinyPool pool = pool(Strategies.ONE_PER_WAITER_ELIDED, 0, 10);
    pool.fails = request -> request < 3;
    Caller caller = pool.want();
    pool.time.run();
    assertThat(caller.waitNanos()).isCloseTo((4 + 10 + 20 + 40) * MILLI, within(WAKING_NANOS));
  }

  @Test
  void afterAFailureWaitersAreServedOnlyWhereTheStrategyReopens() {
    for (Strategies strategy :
        List.of(Strategies.ONE_PER_CALLER, Strategies.ONE_PER_CALLER_REOPENING)) {
      TinyPool pool = pool(strategy, 0, 2);
      pool.fails = request -> request == 0;
      List<Caller> callers = want(pool, 3);
      pool.time.run();
      assertThat(callers.get(0).failed).isTrue();
      assertThat(callers.get(2).served()).isEqualTo(strategy != Strategies.ONE_PER_CALLER);
    }
  }

  @Test
  void afterAFailureHeadroomRequestsOnlyTheFailedBatch() {
    TinyPool pool = pool(Strategies.HEADROOM, 0, 100);
    pool.fails = request -> request == 0;
    List<Caller> before = want(pool, 1);
    pool.time.run();
    assertThat(before.get(0).failed).isTrue();
    List<Caller> after = want(pool, 7);
    assertThat(pool.view().creating()).isEqualTo(1);
    pool.time.run();
    assertThat(after).allMatch(Caller::served);
    assertThat(pool.requested).containsExactly(1, 1, 5, 1);
  }

  @ParameterizedTest
  @CsvSource({"FIXED_STEP, 10", "FIXED_STEP_WOKEN, 60", "FIXED_STEP_SERIAL, 1800"})
  void missingMinimumIsReplacedAtTheNextTick(Strategies strategy, long seconds) {
    TinyPool pool = pool(strategy, 8, 100);
    pool.fails = request -> request == 0;
    pool.time.run();
    assertThat(pool.view().total()).isEqualTo(8);
    assertThat(pool.requested.get(pool.requested.size() - 1)).isEqualTo(pool.requested.get(0));
    assertThat(pool.view().nowNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(seconds) + MILLI);
    assertThat(pool.ticks).isEqualTo(1);
  }
}
