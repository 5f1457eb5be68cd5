package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.Clairvoyant.Plan;
import dev.sessionbench.lab.strategy.Foresight.Use;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the bound of every strategy: no caller waits, and no plan has fewer requests. */
class ClairvoyantTest {
  private static final int LOADS = 100;
  private static final long LATER_NANOS = 50_000_000;

  private static List<Use> later(long seed) {
    return RandomLoads.uses(seed).stream()
        .map(use -> new Use(use.wantedNanos() + LATER_NANOS, use.heldNanos()))
        .toList();
  }

  /** The uses in progress at each arrival, counted one by one. */
  private static int peak(List<Use> uses) {
    return (int)
        uses.stream()
            .mapToLong(
                at ->
                    uses.stream()
                        .filter(use -> use.wantedNanos() <= at.wantedNanos())
                        .filter(
                            use ->
                                at.wantedNanos() < use.wantedNanos() + Math.max(1, use.heldNanos()))
                        .count())
            .max()
            .orElse(0);
  }

  private static Plan plan(long seed, int min, long earlyNanos, int batch) {
    return Plan.of(
        new Limits(min, 1000, 4),
        new Foresight(later(seed), TinyPool.CREATION_NANOS),
        earlyNanos,
        batch);
  }

  @Test
  void itsPeakIsTheMostUsesAtOnce() {
    for (long seed = 0; seed < LOADS; seed++) {
      assertThat(plan(seed, 0, 0, 100).peak()).isEqualTo(peak(later(seed)));
    }
  }

  @Test
  void noCallerWaitsAndEverySessionIsUsed() {
    for (long seed = 0; seed < LOADS; seed++) {
      for (String early : List.of("0", "3", "1000")) {
        Limits limits = new Limits((int) (seed % 7), 1000, 4);
        GrowthStrategy strategy =
            Strategies.CLAIRVOYANT.create(
                limits,
                Map.of("earlyMillis", early),
                new Foresight(later(seed), TinyPool.CREATION_NANOS));
        TinyPool pool = new TinyPool(limits, strategy);
        RandomLoads.Played played = RandomLoads.play(pool, later(seed), now -> {});
        assertThat(played.callers())
            .as("seed %d", seed)
            .filteredOn(caller -> caller.waitNanos() > 0)
            .isEmpty();
        assertThat(pool.created).isEqualTo(Math.max(limits.minSessions(), peak(later(seed))));
      }
    }
  }

  @Test
  void withoutALimitOnEarlinessRequestsAreFullBatches() {
    for (long seed = 0; seed < LOADS; seed++) {
      int peak = peak(later(seed));
      int beyond = Math.max(0, peak - 3);
      assertThat(plan(seed, 3, Long.MAX_VALUE / 4, 10).requests()).hasSize((beyond + 9) / 10);
    }
  }

  @Test
  void noOtherGroupingOfTheDueTimesHasFewerRequests() {
    for (long seed = 0; seed < LOADS; seed++) {
      for (long earlyNanos : new long[] {0, 500_000, 4_000_000}) {
        long[] dues = dues(seed);
        assertThat(plan(seed, 0, earlyNanos, 6).requests()).hasSize(fewest(dues, earlyNanos, 6));
      }
    }
  }

  /** The due times, from plans of one session for each request. */
  private static long[] dues(long seed) {
    return plan(seed, 0, 0, 1).requests().stream()
        .mapToLong(Clairvoyant.Request::dueNanos)
        .toArray();
  }

  /** The fewest requests, found by trying every last group of every first part. */
  private static int fewest(long[] dues, long earlyNanos, int batch) {
    int[] best = new int[dues.length + 1];
    Arrays.fill(best, 1, best.length, Integer.MAX_VALUE);
    for (int end = 1; end <= dues.length; end++) {
      for (int begin = Math.max(0, end - batch); begin < end; begin++) {
        if (dues[end - 1] - dues[begin] <= earlyNanos) {
          best[end] = Math.min(best[end], best[begin] + 1);
        }
      }
    }
    return best[dues.length];
  }

  @Test
  void aLoadThatThePoolCannotHoldHasNoBound() {
    List<Use> uses = List.of(new Use(0, 10), new Use(5, 10));
    assertThatThrownBy(() -> Plan.of(new Limits(0, 1, 1), new Foresight(uses, 1), 0, 100))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("maxSessions=1: the load uses 2 sessions at once");
  }

  @Test
  void withoutKnowingTheLoadThereIsNoBound() {
    assertThatThrownBy(() -> Strategies.CLAIRVOYANT.create(new Limits(0, 1, 1), Map.of()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("must know the load beforehand");
  }
}
