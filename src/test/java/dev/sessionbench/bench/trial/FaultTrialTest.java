package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.trial.FaultOptions.FaultScenario;
import dev.sessionbench.mock.profile.Profiles;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the client of this build against a faulty server, with small pools and short times. */
class FaultTrialTest {
  private static final LatencyProfile TIMES =
      LatencyProfile.none()
          .with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(10, 0))
          .with(Rpc.EXECUTE_SQL, ServerTime.ofMillis(10, 0))
          .with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.ofMillis(10, 0))
          .with(Rpc.COMMIT, ServerTime.ofMillis(10, 0));

  private static final String RPCS = "numBatchCreateSessionsRpcs";

  /** Two operations for each of the 48 threads. */
  private static final int OPERATIONS = 96;

  private static Map<String, Double> run(FaultScenario scenario, int incStep) throws Exception {
    return run(scenario, incStep, TIMES);
  }

  private static Map<String, Double> run(FaultScenario scenario, int incStep, LatencyProfile times)
      throws Exception {
    PoolShape shape = new PoolShape(4, 24, incStep, 2);
    FaultOptions options =
        new FaultOptions(
            shape,
            FaultOptions.WORKLOAD.size(shape.maxSessions(), OPERATIONS, 0, 1),
            scenario,
            Duration.ofMillis(200),
            Profiles.load(Profiles.ORIGINAL));
    try (Trial trial = Trial.prepare(options.scenario(times))) {
      trial.run();
      Map<String, Double> metrics = new HashMap<>();
      trial.finish().metrics().forEach(metric -> metrics.put(metric.name(), metric.value()));
      return metrics;
    }
  }

  @ParameterizedTest
  @EnumSource(FaultScenario.class)
  void poolSurvivesEveryScenarioWithinItsMaximum(FaultScenario scenario) throws Exception {
    Map<String, Double> metrics = run(scenario, 1);
    if (!scenario.losesReplies()) {
      assertThat(metrics.get("sessionsBeyondMax")).isZero();
      assertThat(metrics.get("sessionsLeaked")).isZero();
    }
    if (scenario == FaultScenario.NONE) {
      assertThat(metrics.get("faultsInjected")).isZero();
      assertThat(metrics.get("timeToRecover")).isNaN();
      assertThat(metrics.get("blastRadius")).isNaN();
      assertThat(metrics.get("failedRpcs")).isZero();
      assertThat(metrics.get("sessionsCreated")).isEqualTo(24);
    } else if (scenario != FaultScenario.RESOURCE_EXHAUSTED) {
      // Too few growth RPCs to exceed the rate.
      assertThat(metrics.get("faultsInjected")).isPositive();
      assertThat(metrics.get("timeToRecover")).isGreaterThanOrEqualTo(0);
    }
  }

  @Test
  void retriedErrorFailsNoOperation() throws Exception {
    Map<String, Double> metrics = run(FaultScenario.UNAVAILABLE_ONCE, 5);
    assertThat(metrics)
        .containsEntry("applicationErrors", 0.0)
        .containsEntry("failedCreations", 1.0)
        .containsEntry("blastRadius", 0.0)
        .containsEntry("sessionsCreated", 24.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20})
  void unretriedErrorFailsOneWaiterPerRequestedSession(int incStep) throws Exception {
    // When the answer comes, all but 4 of the load's 48 threads wait.
    LatencyProfile slow = TIMES.with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(200, 0));
    Map<String, Double> metrics = run(FaultScenario.INTERNAL_ONCE, incStep, slow);
    assertThat(metrics)
        .containsEntry("failedCreations", 1.0)
        .containsEntry("waitersFailed", (double) incStep)
        .containsEntry("applicationErrors", (double) incStep)
        .containsEntry("blastRadius", (double) incStep);
  }

  @Test
  void replacesLostSessionsWithoutErrors() throws Exception {
    Map<String, Double> metrics = run(FaultScenario.SESSIONS_LOST, 5);
    assertThat(metrics).containsEntry("applicationErrors", 0.0).containsEntry("sessionsStale", 0.0);
  }

  @Test
  void retriesAbortedCommitsWithoutErrors() throws Exception {
    Map<String, Double> metrics = run(FaultScenario.ABORT_STORM, 5);
    assertThat(metrics).containsEntry("applicationErrors", 0.0);
    assertThat(metrics.get("failedRpcs")).isGreaterThan(0);
  }

  @Test
  void shortAnswersCostOnlyRpcs() throws Exception {
    Map<String, Double> metrics = run(FaultScenario.HALF_BATCH, 20);
    // 2 RPCs fill the minimum; 20 sessions come as 10, 5, 2, 1, 1, 1.
    assertThat(metrics)
        .containsEntry(RPCS, 2.0 + 6)
        .containsEntry("sessionsCreated", 24.0)
        .containsEntry("applicationErrors", 0.0);
  }

  @Test
  void runsOnce() throws Exception {
    PoolShape shape = new PoolShape(4, 8, 2, 2);
    FaultOptions options =
        new FaultOptions(
            shape,
            FaultOptions.WORKLOAD.size(shape.maxSessions(), 4, 2, 1),
            FaultScenario.NONE,
            Duration.ofMillis(200),
            Profiles.load(Profiles.ORIGINAL));
    try (Trial trial = Trial.prepare(options.scenario(TIMES))) {
      trial.run();
      assertThatThrownBy(trial::run).hasMessageContaining("batch size");
    }
  }
}
