package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.PoolEvent.Wanted;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the closed form of each strategy that has one, over many shapes and demands. */
class GrowthLawsTest {
  private static final int ANY_BATCH = Integer.MAX_VALUE / 2;
  private static final int SHAPES = 300;

  private static TinyPool held(
      Strategies strategy, Limits limits, int demand, Map<String, String> settings) {
    TinyPool pool = new TinyPool(limits, strategy, settings);
    pool.open();
    pool.time.run();
    for (int i = 0; i < demand; i++) {
      pool.want();
    }
    pool.time.run();
    return pool;
  }

  private static int sessions(List<Creation> creations) {
    return creations.stream().mapToInt(Creation::sessions).sum();
  }

  private static int draw(long seed, int what, int most) {
    return (int) SeededDraws.uniform(seed, 81, what, most + 1L);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_STEP", "FIXED_STEP_WOKEN"})
  void fixedStepIsTheClosedFormOfThePoolsShape(Strategies strategy) {
    for (long seed = 0; seed < SHAPES; seed++) {
      Limits limits = RandomLoads.limits(seed);
      int step = 1 + draw(seed, 1, 40);
      int demand = draw(seed, 2, 150);
      TinyPool pool = held(strategy, limits, demand, Map.of("incStep", "" + step));
      PoolShape shape =
          new PoolShape(limits.minSessions(), limits.maxSessions(), step, limits.numChannels());
      assertThat(pool.requested).as("seed %d", seed).hasSize(shape.totalRpcs(demand, ANY_BATCH));
      assertThat(pool.created).as("seed %d", seed).isEqualTo(shape.finalSessions(demand));
    }
  }

  @Test
  void onePerExcessWaiterAsksForEachOnce() {
    for (long seed = 0; seed < SHAPES; seed++) {
      Limits limits = RandomLoads.limits(seed);
      int demand = draw(seed, 2, 150);
      TinyPool pool = held(Strategies.ONE_PER_EXCESS_WAITER, limits, demand, Map.of());
      int grown = Math.max(0, Math.min(demand, limits.maxSessions()) - limits.minSessions());
      assertThat(pool.created).isEqualTo(limits.minSessions() + grown);
      assertThat(pool.requested.stream().skip(pool.requested.size() - grown)).allMatch(n -> n == 1);
    }
  }

  @Test
  void withEqualMarksAtTheMinimumWatermarkIsHeadroom() {
    for (long seed = 0; seed < SHAPES; seed++) {
      PoolView shown = RandomLoads.view(seed);
      String minimum = "" + shown.limits().minSessions();
      GrowthStrategy watermark =
          Strategies.WATERMARK.create(shown.limits(), Map.of("low", minimum, "high", minimum));
      GrowthStrategy headroom = Strategies.HEADROOM.create(shown.limits(), Map.of());
      for (PoolEvent event : List.of(new Wanted(false), new Wanted(true))) {
        assertThat(sessions(watermark.decide(shown, event)))
            .as("%s", shown)
            .isEqualTo(sessions(headroom.decide(shown, event)));
      }
    }
  }

  @Test
  void aHighMarkAboveTheLowOneGivesLargeRequests() {
    for (long seed = 0; seed < SHAPES; seed++) {
      PoolView shown = RandomLoads.view(seed);
      int asked =
          sessions(
              Strategies.WATERMARK
                  .create(shown.limits(), Map.of("low", "3", "high", "12"))
                  .decide(shown, new Wanted(false)));
      assertThat(asked).matches(n -> n == 0 || n >= 10 || n == shown.room());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "100, 1", "101, 2", "300, 2", "301, 3", "700, 3"})
  void doublingTakesTheLogarithmOfTheDemand(int beyond, int growths) {
    Limits limits = new Limits(100, 100_000, 1);
    TinyPool pool =
        held(
            Strategies.DOUBLING,
            limits,
            100 + beyond,
            Map.of("atMost", "100000", "maxBatch", "100000"));
    assertThat(pool.requested).hasSize(1 + growths);
    assertThat(pool.created).isEqualTo(100 << growths);
  }

  @Test
  void fixedSizeMakesItsShareOnEachChannelInBatches() {
    for (long seed = 0; seed < SHAPES; seed++) {
      Limits limits = RandomLoads.limits(seed);
      int batch = 1 + draw(seed, 3, 30);
      TinyPool pool = held(Strategies.FIXED_SIZE, limits, 200, Map.of("maxBatch", "" + batch));
      PoolShape shape =
          new PoolShape(limits.maxSessions(), limits.maxSessions(), 1, limits.numChannels());
      assertThat(pool.requested).hasSize(shape.initialRpcs(batch));
      assertThat(pool.created).isEqualTo(limits.maxSessions());
    }
  }

  @Test
  void onlyOneSharedSessionIsCreated() {
    for (long seed = 0; seed < 40; seed++) {
      assertThat(RandomLoads.play(Strategies.MULTIPLEXED, seed).pool().requested)
          .containsExactly(1);
    }
  }

  @Test
  void levellingMakesChannelsAsEvenAsTheSessionsAllow() {
    for (long seed = 0; seed < SHAPES; seed++) {
      PoolView any = RandomLoads.view(seed);
      int all = any.total() + any.creating();
      PoolView shown =
          new PoolView(
              any.limits(), 0, all, 0, 0, 0, any.nowNanos(), any.onChannel(), any.idleFor());
      int[] before = IntStream.range(0, any.limits().numChannels()).map(any.onChannel()).toArray();
      GrowthStrategy strategy = Strategies.EVEN_CHANNELS.create(shown.limits(), Map.of());
      int[] after = before.clone();
      strategy.decide(shown, new Wanted(false)).forEach(c -> after[c.channel()] += c.sessions());
      int lowest = Arrays.stream(after).min().orElseThrow();
      for (int channel = 0; channel < after.length; channel++) {
        assertThat(after[channel])
            .as("%s of %s", Arrays.toString(after), Arrays.toString(before))
            .isLessThanOrEqualTo(Math.max(before[channel], lowest + 1));
      }
      assertThat(Arrays.stream(after).sum() - Arrays.stream(before).sum())
          .isEqualTo(Math.min(shown.room(), shown.limits().minSessions() + 1));
    }
  }
}
