package dev.sessionbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.client.PoolMetrics;
import dev.sessionbench.model.PoolShape;
import org.junit.jupiter.api.Test;

class GrowthCheckTest {
  private static final PoolShape SHAPE = new PoolShape(100, 400, 25, 4);
  private static final PoolMetrics USED = new PoolMetrics(400, 0, 400, 3_200, 3_200, 0, 0);
  private static final PoolObservation SOUND = new PoolObservation(16, 16, 0, 400, 400, 400, USED);

  private static GrowthCheck burst() {
    return check(Workload.BURST_READ, 0);
  }

  private static GrowthCheck check(Workload workload, int operations) {
    return new GrowthCheck(workload, workload.options(SHAPE, operations, 0, 1), 100);
  }

  @Test
  void findsNothingInASoundRun() {
    assertThat(burst().complaints(SOUND)).isEmpty();
  }

  @Test
  void acceptsABurstThatWantedFewerSessionsThanItHasThreads() {
    PoolObservation partlyGrown = new PoolObservation(6, 6, 0, 150, 150, 150, USED);
    assertThat(burst().complaints(partlyGrown)).isEmpty();
  }

  @Test
  void finds4RpcsForEveryStepWhereMultiplexedSessionsServeTheLoad() {
    PoolMetrics multiplexed = new PoolMetrics(0, 0, 100, 0, 0, 0, 3_200);
    PoolObservation seen = new PoolObservation(4, 4, 1, 100, 100, 100, multiplexed);
    assertThat(burst().complaints(seen))
        .anyMatch(c -> c.contains("multiplexed sessions were in use"))
        .anyMatch(c -> c.contains("handed out 0 sessions for 3200 operations"));
  }

  @Test
  void findsASteadyIncreaseThatDidNotGrow() {
    PoolMetrics used = new PoolMetrics(100, 0, 100, 400, 400, 0, 0);
    PoolObservation seen = new PoolObservation(4, 4, 0, 100, 100, 100, used);
    assertThat(check(Workload.STEADY_INCREASE, 0).complaints(seen))
        .singleElement()
        .asString()
        .contains("4 BatchCreateSessions RPCs created 100 sessions")
        .contains("allows 16 RPCs and 400 sessions");
  }

  @Test
  void findsGrowthByAnotherStepThanThePools() {
    assertThat(burst().complaints(new PoolObservation(304, 304, 0, 400, 400, 400, USED)))
        .singleElement()
        .asString()
        .contains("allows 16 RPCs");
    assertThat(burst().complaints(new PoolObservation(6, 6, 0, 140, 140, 140, USED)))
        .singleElement()
        .asString()
        .contains("and 150 sessions");
  }

  @Test
  void findsCountsOnWhichTheTwoSidesDisagree() {
    assertThat(burst().complaints(new PoolObservation(16, 17, 0, 400, 400, 400, USED)))
        .containsExactly("the server counted 16 BatchCreateSessions RPCs, the client 17");
    assertThat(burst().complaints(new PoolObservation(16, 16, 0, 400, 400, 399, USED)))
        .containsExactly("the server holds 400 sessions, the pool 399");
  }

  @Test
  void findsWaitsThatTimedOut() {
    PoolMetrics timedOut = new PoolMetrics(400, 0, 400, 3_200, 3_200, 2, 0);
    assertThat(burst().complaints(new PoolObservation(16, 16, 0, 400, 400, 400, timedOut)))
        .containsExactly("2 waits for a session timed out");
  }

  @Test
  void countsAsOvershootWhatNeitherTheMinimumNorThePeakNeeded() {
    assertThat(SOUND.overshoot(100)).isZero();
    PoolMetrics peak130 = new PoolMetrics(130, 0, 150, 200, 200, 0, 0);
    assertThat(new PoolObservation(6, 6, 0, 150, 150, 150, peak130).overshoot(100)).isEqualTo(20);
    PoolMetrics peak10 = new PoolMetrics(10, 0, 100, 200, 200, 0, 0);
    assertThat(new PoolObservation(4, 4, 0, 100, 100, 100, peak10).overshoot(100)).isZero();
  }
}
