package dev.sessionbench.study.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.split.EvenSplitting;
import dev.sessionbench.study.Loop;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import dev.sessionbench.study.warmup.Round.Stability;
import dev.sessionbench.study.warmup.Round.Stability.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WarmupStudyTest {
  private static final MockServerOptions SERVER = Profiles.load("new-database").options();
  private static final WarmupLoad LOAD = WarmupLoad.of(Settings.read(WarmupLoad.SCHEMA, Map.of()));

  private static WarmupOptions options(WarmupLoad load) {
    return new WarmupOptions(load, "p", SERVER.withSeed(load.seed()), 50, load.agents());
  }

  private static WarmupResult virtual(WarmupLoad load) {
    return WarmupStudy.virtual(options(load));
  }

  @Test
  void theFirstRoundWarmsUpTheServer() {
    List<Round> rounds = virtual(LOAD).rounds();
    assertThat(rounds)
        .extracting(Round::name)
        .containsExactly("control", "round 1", "round 2", "round 3");
    Round control = rounds.get(0);
    assertThat(control.divisions()).isEmpty();
    assertThat(control.truthSeconds()).isEqualTo(LOAD.heavySeconds());
    Round first = rounds.get(1);
    assertThat(first.splitsAtStart()).isEqualTo(1);
    assertThat(first.splitsAtEnd()).isGreaterThanOrEqualTo(8);
    assertThat(first.lastDivisionSeconds()).isBetween(10.0, 18.0);
    assertThat(worstP99(first)).isGreaterThan(10 * worstP99(control));
    Round second = rounds.get(2);
    assertThat(second.splitsAtStart()).isEqualTo(first.splitsAtEnd());
    assertThat(worstP99(second)).isLessThan(worstP99(first));
    for (Round round : rounds) {
      assertThat(WarmupResult.verdict(round)).as(round.name()).isEqualTo(Verdict.RIGHT);
    }
  }

  private static double worstP99(Round round) {
    return round.series(CallLog.OPERATION).p99Millis().stream()
        .filter(Double::isFinite)
        .mapToDouble(v -> v)
        .max()
        .orElseThrow();
  }

  @Test
  void equalSeedsGiveEqualStudies() {
    WarmupLoad load = LOAD.withSeed(7);
    assertThat(virtual(load).rounds())
        .isEqualTo(virtual(load).rounds())
        .isNotEqualTo(virtual(LOAD).rounds());
  }

  @Test
  void withoutQueuesTheRateIsThatOfTheClosedForm() {
    Round control = virtual(LOAD.withHeavySeconds(0)).rounds().get(0);
    double perSecond =
        control.series(CallLog.OPERATION).perSecond().stream()
            .skip(8)
            .mapToDouble(v -> v)
            .average()
            .orElseThrow();
    double expected = LOAD.operationsPerSecond(SERVER.latencies());
    // The queues of a pre-split server are short, but not empty.
    assertThat(perSecond).isBetween(0.95 * expected, 1.01 * expected);
  }

  @Test
  void openLoopsSendAtAFlatRateWhileTheServerIsCold() {
    Round first = virtual(LOAD.withLoop(Loop.OPEN)).rounds().get(1);
    CallSeries operations = first.series(CallLog.OPERATION);
    assertThat(
            Stability.of(operations.begunPerSecond(), operations.p99Millis(), 0.25).rateSeconds())
        .isLessThan(first.lastDivisionSeconds() - 5);
    assertThat(worstP99(first)).isGreaterThan(3_000);
  }

  @Test
  void theRealClientMakesTheServerSplit() throws InterruptedException {
    // One call in each look is enough for a division, so that a slow machine makes one.
    WarmupLoad load =
        LOAD.with(
            b -> b.agents(20).thinkMillis(20).heavySeconds(0).seconds(2.5).windowSeconds(0.05));
    List<String> lines = new ArrayList<>();
    MockServerOptions server =
        SERVER.withSplits(
            SERVER.splits().map(s -> EvenSplitting.faster(s, 3).withSplitAbove(0.001)));
    try (RealRounds rounds = new RealRounds(server, 20, lines::add)) {
      Round round = rounds.play("round 1", load);
      assertThat(round.failures()).isZero();
      assertThat(round.splitsAtStart()).isEqualTo(1);
      assertThat(round.divisions()).isNotEmpty();
      assertThat(round.series("Commit").perSecond()).anyMatch(rate -> rate > 0);
      assertThat(round.series(CallSeries.REQUESTS).perSecond()).hasSize(50);
      Round next = rounds.play("round 2", load);
      assertThat(next.splitsAtStart()).isGreaterThanOrEqualTo(round.splitsAtEnd());
    }
    assertThat(lines).hasSize(4).allMatch(line -> line.matches("round [12] +[12] s .*splits.*"));
  }

  @Test
  void aStoppedStudyKeepsAndMarksTheRoundUnderWay() throws InterruptedException {
    WarmupLoad load = LOAD.with(b -> b.agents(5).heavySeconds(0).seconds(30));
    Consumer<String> stop = line -> Thread.currentThread().interrupt();
    try (RealRounds rounds = new RealRounds(SERVER, 5, stop)) {
      Round round = rounds.play("round 1", load);
      assertThat(round.seconds()).isLessThan(30);
      assertThat(round.series(CallLog.OPERATION).perSecond()).hasSizeLessThan(120);
      assertThat(round.stability().seconds()).isNaN();
      String text = WarmupResult.of(options(load), List.of(round), false).text();
      assertThat(text).contains("round 1 (stopped)").doesNotContain("round 1: ");
    }
  }

  @Test
  void refusesSettingsThatCannotBeJudged() {
    assertRefused(
        () -> LOAD.withSeconds(9),
        "--seconds 9: must be at least 12.5, as a round is called steady after 50 windows of"
            + " 0.25 s");
    assertRefused(
        () -> LOAD.withHeavySeconds(30),
        "--heavy-seconds 30: must be from 0 to 18, half a round, or it never becomes steady");
    assertRefused(
        () -> options(LOAD).withSessions(99),
        "--sessions 99: must be from 100, one for each agent, to 10000, or waits for sessions would"
            + " pass for the server's");
    assertRefused(
        () -> options(LOAD).withPreSplit(0),
        "--pre-split 0: must be from 1, with which the other rounds begin, to 1024");
  }

  private static void assertRefused(ThrowingCallable wrong, String message) {
    assertThatThrownBy(wrong).isInstanceOf(BadInput.class).hasMessage(message);
  }
}
