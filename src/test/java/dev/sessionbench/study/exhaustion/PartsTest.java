package dev.sessionbench.study.exhaustion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartsTest {
  private static final long SECOND = 1_000_000_000L;

  private static ExhaustionPlan plan(Map<String, String> values) {
    return ExhaustionPlan.of(
        Settings.read(ExhaustionPlan.SCHEMA, values),
        Optional.empty(),
        Profiles.load(Leaderboard.PROFILE));
  }

  @Test
  void theProfileHasTheStatementsThatAreSent() {
    StatementRegistry statements = Profiles.load(Leaderboard.PROFILE).options().statements();
    assertThat(statements.statements()).containsKeys(Leaderboard.QUERY, Leaderboard.INSERT);
  }

  @Test
  void everyProfileAnswersTheStatementsAndKeepsItsOwn() {
    MockServerOptions cold = Profiles.load("cold").options();
    MockServerOptions known = Leaderboard.known(cold);
    assertThat(known.latencies()).isEqualTo(cold.latencies());
    assertThat(known.statements().statements())
        .containsKeys(Leaderboard.QUERY, Leaderboard.INSERT)
        .containsAllEntriesOf(cold.statements().statements());
    assertThat(Leaderboard.known(known)).isEqualTo(known);
  }

  @Test
  void noScenarioOfTheDefaultsLiesWithinATenthOfTheKnee() {
    ExhaustionPlan plan = plan(Map.of());
    for (int i = 0; i < plan.get(ExhaustionPlan.AGENTS).size(); i++) {
      ClosedLoop prediction = ClosedLoop.of(plan.scenario(i), 55, 115, 100);
      assertThat(Math.abs(plan.get(ExhaustionPlan.AGENTS).get(i) / prediction.knee() - 1))
          .isGreaterThan(0.1);
    }
    assertThat(plan.totalSeconds()).isLessThan(170);
  }

  @Test
  void aStudyThatCannotBeginLeavesNoServer() {
    ExhaustionPlan plan = plan(Map.of("agents", "2"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> new Exhaustion(plan)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("mock-spanner-"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2001})
  void theNumberOfAgentsHasBounds(int agents) {
    assertThatThrownBy(() -> plan(Map.of("agents", "5," + agents)))
        .isInstanceOf(BadInput.class)
        .hasMessage("agents=5,%s: must be a list, each a whole number from 1 to 2000", agents);
  }

  @Test
  void agentsThatCannotEndATransactionAreRefused() {
    assertThatThrownBy(() -> plan(Map.of("first", "2", "pool", "1,1,1", "channels", "1")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot each end a transaction within the 1.0 s");
  }

  @Test
  void agentsOfAClosedLoopPauseAfterEachTransaction() {
    Agents agents = new Agents(3, 0.5, 100);
    List<Pace> paces = Leaderboard.closed(agents, 200_000_000, 1, 6 * SECOND, 9);
    assertThat(paces).hasSize(3);
    Due first = paces.get(2).next(5 * SECOND).orElseThrow();
    assertThat(first.kind()).isEqualTo(Kind.WRITE);
    assertThat(first.atNanos()).isBetween(5 * SECOND, 5 * SECOND + 200_000_000);
    assertThat(paces.get(2).next(5_300_000_000L).map(Due::atNanos)).hasValue(5_400_000_000L);
    assertThat(paces.get(2).next(6 * SECOND)).isEmpty();
  }

  @Test
  void anOpenLoopIsDueAtItsRateForAnyThread() {
    List<Pace> paces = Leaderboard.open(1000, 0.25, 2, 1, 0, 10 * SECOND);
    List<Due> due = new ArrayList<>();
    for (int i = 0; ; i++) {
      Optional<Due> next = paces.get(i % 2).next(0);
      if (next.isEmpty()) {
        break;
      }
      due.add(next.get());
    }
    assertThat((double) due.size()).isCloseTo(10_000, within(300.0));
    assertThat(due).extracting(Due::atNanos).isSorted();
    long writes = due.stream().filter(d -> d.kind() == Kind.WRITE).count();
    assertThat(writes / 10_000.0).isCloseTo(0.25, within(0.02));
  }

  @Test
  void theGrowthOfLatencyIsItsSlopeOverDueTimes() {
    List<Transaction> steady = LongStream.range(0, 100).mapToObj(i -> due(i, 50)).toList();
    List<Transaction> rising = LongStream.range(0, 100).mapToObj(i -> due(i, 50 + 3 * i)).toList();
    assertThat(ExhaustionStudy.growthMillisPerSecond(steady)).isCloseTo(0, within(1e-6));
    // One transaction is due every 10 ms, and each takes 3 ms longer.
    assertThat(ExhaustionStudy.growthMillisPerSecond(rising)).isCloseTo(300, within(1e-3));
    assertThat(ExhaustionStudy.growthMillisPerSecond(List.of())).isZero();
  }

  @Test
  void aBenchmarkWithFailedTransactionsIsRefused() {
    Transaction refused =
        new Transaction(
            Kind.READ,
            0,
            new OperationTimes(0, OperationTimes.NEVER, SECOND, /* failed= */ true),
            1);
    ExhaustionTrial.requireServed(List.of(due(1, 50)));
    assertThatThrownBy(() -> ExhaustionTrial.requireServed(List.of(due(1, 50), refused)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this run did not measure its load: 1 of 2 transactions failed");
  }

  private static Transaction due(long i, long millis) {
    long at = i * 10_000_000;
    return new Transaction(Kind.READ, at, new OperationTimes(at, at, at + millis * 1_000_000), 1);
  }
}
