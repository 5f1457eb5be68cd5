package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.RandomLoads.Played;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests properties of every strategy on seeded pools and loads of each kind. */
class StrategyPropertiesTest {
  private static final int LOADS = 60;
  private static final Set<Strategies> MAY_ASK_FOR_MORE =
      EnumSet.of(
          Strategies.ONE_PER_CALLER_SERIAL,
          Strategies.ONE_PER_CALLER_UNBOUNDED,
          Strategies.ONE_PER_WAITER,
          Strategies.ONE_PER_WAITER_ELIDED);

  private static List<Long> seeds(Strategies strategy) {
    return LongStream.rangeClosed(1, LOADS)
        .boxed()
        .filter(seed -> strategy != Strategies.CLAIRVOYANT || hasBound(seed))
        .toList();
  }

  /** Whether the bound exists; it is refused if callers must wait. */
  private static boolean hasBound(long seed) {
    try {
      RandomLoads.pool(Strategies.CLAIRVOYANT, Map.of(), seed);
      return true;
    } catch (BadInput refused) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyCallerIsServedWithinTheBoundsOfThePool(Strategies strategy) {
    for (long seed : seeds(strategy)) {
      TinyPool pool = RandomLoads.pool(strategy, Map.of(), seed);
      Played played =
          RandomLoads.play(
              pool,
              RandomLoads.uses(seed),
              now ->
                  assertThat(MAY_ASK_FOR_MORE.contains(strategy) || now.view().room() >= 0)
                      .as("room, seed %d", seed)
                      .isTrue());
      assertThat(played.callers()).as("seed %d", seed).allMatch(TinyPool.Caller::served);
      assertThat(pool.view().creating()).as("seed %d", seed).isZero();
      assertThat(pool.view().waiting()).as("seed %d", seed).isZero();
      assertThat(pool.view().total()).as("seed %d", seed).isEqualTo(pool.created);
      if (strategy != Strategies.ONE_PER_CALLER_UNBOUNDED) {
        assertThat(pool.view().total())
            .as("seed %d", seed)
            .isLessThanOrEqualTo(pool.view().limits().maxSessions());
      }
      assertThat(pool.requestChannels)
          .as("seed %d", seed)
          .allMatch(channel -> channel < pool.view().limits().numChannels());
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ONE_PER_CALLER_UNBOUNDED", "MULTIPLEXED"})
  void theMinimumIsThereWithoutDemand(Strategies strategy) {
    for (long seed : seeds(strategy)) {
      TinyPool pool = RandomLoads.pool(strategy, Map.of(), seed);
      pool.open();
      pool.time.run();
      int least =
          strategy == Strategies.FIXED_SIZE
              ? pool.view().limits().maxSessions()
              : pool.view().limits().minSessions();
      int most =
          strategy == Strategies.CLAIRVOYANT
              ? pool.view().limits().maxSessions()
              : strategy == Strategies.WATERMARK
                  ? Math.min(least + 35, pool.view().limits().maxSessions())
                  : least;
      assertThat(pool.created).as("seed %d", seed).isBetween(least, most);
    }
  }

  @ParameterizedTest
  @EnumSource
  void equalLoadsHaveEqualRuns(Strategies strategy) {
    for (long seed : seeds(strategy)) {
      Played once = RandomLoads.play(strategy, seed);
      Played again = RandomLoads.play(strategy, seed);
      assertThat(once.pool().requested).isEqualTo(again.pool().requested);
      assertThat(once.pool().requestChannels).isEqualTo(again.pool().requestChannels);
      assertThat(once.callers().stream().map(TinyPool.Caller::waitNanos))
          .isEqualTo(again.callers().stream().map(TinyPool.Caller::waitNanos).toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresAndShortAnswersEnd(Strategies strategy) {
    for (long seed : seeds(strategy)) {
      TinyPool pool = RandomLoads.pool(strategy, Map.of(), seed);
      pool.fails = request -> request % 3 == 1;
      pool.mostAnswered = 7;
      Played played = RandomLoads.play(pool, RandomLoads.uses(seed), now -> {});
      assertThat(played.callers()).noneMatch(caller -> caller.served() && caller.failed);
      assertThat(pool.view().creating()).as("seed %d", seed).isZero();
      assertThat(pool.view().sessionsInFlight()).as("seed %d", seed).isZero();
    }
  }
}
