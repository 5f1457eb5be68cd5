package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.load.Workload;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GrowthChecksTest {
  private final Seen seen = new Seen();

  private List<String> complaints() {
    return seen.report(
            GrowthChecks::anyStrategy, (o, report) -> GrowthChecks.closedForm(o, 100, report))
        .complaints();
  }

  private double metric(String name) {
    return Objects.requireNonNull(seen.metrics(GrowthProbes::read).get(name));
  }

  @Test
  void findNothingInASoundRun() {
    assertThat(complaints()).isEmpty();
  }

  @Test
  void acceptABurstThatWantedFewerSessionsThanCallers() {
    seen.grown(6, 150);
    assertThat(complaints()).isEmpty();
  }

  @Test
  void findALoadOnMultiplexedSessions() {
    seen.grown(4, 100).rpcs(Rpc.CREATE_SESSION, 1);
    seen.metrics = new PoolMetrics(0, 0, 100, 0, 0, 0, 3_200);
    assertThat(complaints())
        .anyMatch(c -> c.contains("multiplexed sessions were in use"))
        .anyMatch(c -> c.contains("handed out 0 sessions for 3200 operations"));
  }

  @Test
  void findASteadyIncreaseThatDidNotGrow() {
    seen.workload = Workload.STEADY_INCREASE;
    seen.grown(4, 100);
    seen.metrics = new PoolMetrics(100, 0, 100, 400, 400, 0, 0);
    assertThat(complaints())
        .singleElement()
        .asString()
        .contains("4 BatchCreateSessions RPCs created 100 sessions")
        .contains("allows 16 RPCs and 400 sessions");
  }

  @Test
  void findGrowthByAnotherStepThanThePools() {
    seen.grown(304, 400);
    assertThat(complaints()).singleElement().asString().contains("allows 16 RPCs");
    seen.grown(6, 140);
    assertThat(complaints()).singleElement().asString().contains("and 150 sessions");
  }

  @Test
  void findCountsThatDifferBetweenClientAndServer() {
    seen.attempts.put(Rpc.BATCH_CREATE_SESSIONS, 17L);
    assertThat(complaints())
        .containsExactly("the server counted 16 BatchCreateSessions RPCs, the client 17");
    seen.grown(16, 400).poolTotal = 399;
    assertThat(complaints()).containsExactly("the server holds 400 sessions, the pool 399");
  }

  @Test
  void findAMethodThatOnlyOneEndCounted() {
    seen.attempts.put(Rpc.ROLLBACK, 2L);
    seen.attempts.put(Rpc.EXECUTE_STREAMING_SQL, 3_199L);
    assertThat(complaints())
        .containsExactly(
            "the server counted 3200 ExecuteStreamingSql RPCs, the client 3199",
            "the server counted 0 Rollback RPCs, the client 2");
  }

  @Test
  void countOnTheClientsSideForAnotherServer() {
    seen.ours = false;
    seen.received.clear();
    assertThat(complaints()).isEmpty();
    assertThat(metric("numBatchCreateSessionsRpcs")).isEqualTo(16);
    seen.attempts.put(Rpc.BATCH_CREATE_SESSIONS, 18L);
    seen.attempts.put(Rpc.CREATE_SESSION, 1L);
    assertThat(complaints())
        .hasSize(2)
        .anyMatch(c -> c.contains("1 CreateSession RPCs"))
        .anyMatch(c -> c.contains("18 BatchCreateSessions RPCs created 400 sessions"));
  }

  @Test
  void findWaitsThatTimedOut() {
    seen.metrics = new PoolMetrics(400, 0, 400, 3_200, 3_200, 2, 0);
    assertThat(complaints()).containsExactly("2 waits for a session timed out");
  }

  @Test
  void overshootIsWhatExceedsMinimumAndPeak() {
    assertThat(metric("overshoot")).isZero();
    seen.grown(6, 150).metrics = new PoolMetrics(130, 0, 150, 200, 200, 0, 0);
    assertThat(metric("overshoot")).isEqualTo(20);
    seen.grown(4, 100).metrics = new PoolMetrics(10, 0, 100, 200, 200, 0, 0);
    assertThat(metric("overshoot")).isZero();
  }

  @Test
  void utilisationIsCpuTimeOverWallTimeOfAllProcessors() {
    assertThat(metric("utilisation")).isEqualTo(60.0 / Runtime.getRuntime().availableProcessors());
  }
}
