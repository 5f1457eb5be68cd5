package dev.sessionbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.client.PoolMetrics;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GrowthCheckTest {
  private static final PoolShape SHAPE = new PoolShape(100, 400, 25, 4);
  private static final PoolMetrics USED = new PoolMetrics(400, 0, 400, 3_200, 3_200, 0, 0);
  private static final PoolObservation SOUND = seen(16, 16, 0, 400, 400, 400, USED);

  /** Counts as both ends of the wire would have them. */
  private static PoolObservation seen(
      long rpcs,
      long attempts,
      long createSessions,
      long created,
      long alive,
      int poolTotal,
      PoolMetrics metrics) {
    return new PoolObservation(
        counts(attempts, createSessions),
        poolTotal,
        metrics,
        Optional.of(new ServerCounts(counts(rpcs, createSessions), created, alive)));
  }

  private static Map<Rpc, Long> counts(long batchCreates, long createSessions) {
    return Map.of(
        Rpc.BATCH_CREATE_SESSIONS,
        batchCreates,
        Rpc.CREATE_SESSION,
        createSessions,
        Rpc.EXECUTE_STREAMING_SQL,
        3_200L);
  }

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
    PoolObservation partlyGrown = seen(6, 6, 0, 150, 150, 150, USED);
    assertThat(burst().complaints(partlyGrown)).isEmpty();
  }

  @Test
  void finds4RpcsForEveryStepWhereMultiplexedSessionsServeTheLoad() {
    PoolMetrics multiplexed = new PoolMetrics(0, 0, 100, 0, 0, 0, 3_200);
    PoolObservation seen = seen(4, 4, 1, 100, 100, 100, multiplexed);
    assertThat(burst().complaints(seen))
        .anyMatch(c -> c.contains("multiplexed sessions were in use"))
        .anyMatch(c -> c.contains("handed out 0 sessions for 3200 operations"));
  }

  @Test
  void findsASteadyIncreaseThatDidNotGrow() {
    PoolMetrics used = new PoolMetrics(100, 0, 100, 400, 400, 0, 0);
    PoolObservation seen = seen(4, 4, 0, 100, 100, 100, used);
    assertThat(check(Workload.STEADY_INCREASE, 0).complaints(seen))
        .singleElement()
        .asString()
        .contains("4 BatchCreateSessions RPCs created 100 sessions")
        .contains("allows 16 RPCs and 400 sessions");
  }

  @Test
  void findsGrowthByAnotherStepThanThePools() {
    assertThat(burst().complaints(seen(304, 304, 0, 400, 400, 400, USED)))
        .singleElement()
        .asString()
        .contains("allows 16 RPCs");
    assertThat(burst().complaints(seen(6, 6, 0, 140, 140, 140, USED)))
        .singleElement()
        .asString()
        .contains("and 150 sessions");
  }

  @Test
  void findsCountsOnWhichTheTwoSidesDisagree() {
    assertThat(burst().complaints(seen(16, 17, 0, 400, 400, 400, USED)))
        .containsExactly("the server counted 16 BatchCreateSessions RPCs, the client 17");
    assertThat(burst().complaints(seen(16, 16, 0, 400, 400, 399, USED)))
        .containsExactly("the server holds 400 sessions, the pool 399");
  }

  @Test
  void findsAnyMethodThatOnlyOneSideHasSeen() {
    Map<Rpc, Long> attempts = new EnumMap<>(SOUND.attempts());
    attempts.put(Rpc.ROLLBACK, 2L);
    attempts.put(Rpc.EXECUTE_STREAMING_SQL, 3_199L);
    assertThat(
            burst()
                .complaints(
                    new PoolObservation(
                        attempts, SOUND.poolTotal(), SOUND.metrics(), SOUND.server())))
        .containsExactly(
            "the server counted 3200 ExecuteStreamingSql RPCs, the client 3199",
            "the server counted 0 Rollback RPCs, the client 2");
  }

  @Test
  void countsOnTheClientsSideAloneWhereTheServerIsNotOurs() {
    PoolObservation sound = new PoolObservation(SOUND.attempts(), 400, USED, Optional.empty());
    assertThat(burst().complaints(sound)).isEmpty();
    assertThat(sound.overshoot(100)).isEmpty();
    assertThat(sound.rpcs(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(16);
    PoolObservation retried = new PoolObservation(counts(18, 1), 400, USED, Optional.empty());
    assertThat(burst().complaints(retried))
        .hasSize(2)
        .anyMatch(c -> c.contains("1 CreateSession RPCs"))
        .anyMatch(c -> c.contains("18 BatchCreateSessions RPCs created 400 sessions"));
  }

  @Test
  void findsWaitsThatTimedOut() {
    PoolMetrics timedOut = new PoolMetrics(400, 0, 400, 3_200, 3_200, 2, 0);
    assertThat(burst().complaints(seen(16, 16, 0, 400, 400, 400, timedOut)))
        .containsExactly("2 waits for a session timed out");
  }

  @Test
  void countsAsOvershootWhatNeitherTheMinimumNorThePeakNeeded() {
    assertThat(SOUND.overshoot(100)).hasValue(0);
    PoolMetrics peak130 = new PoolMetrics(130, 0, 150, 200, 200, 0, 0);
    assertThat(seen(6, 6, 0, 150, 150, 150, peak130).overshoot(100)).hasValue(20);
    PoolMetrics peak10 = new PoolMetrics(10, 0, 100, 200, 200, 0, 0);
    assertThat(seen(4, 4, 0, 100, 100, 100, peak10).overshoot(100)).hasValue(0);
  }
}
