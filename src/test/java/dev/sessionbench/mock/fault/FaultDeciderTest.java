package dev.sessionbench.mock.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.fault.FaultCondition.Calls;
import dev.sessionbench.mock.fault.FaultCondition.Chance;
import dev.sessionbench.mock.fault.FaultCondition.During;
import dev.sessionbench.mock.fault.FaultCondition.Every;
import dev.sessionbench.mock.fault.FaultCondition.OnChannel;
import dev.sessionbench.mock.fault.FaultCondition.OnSession;
import dev.sessionbench.mock.fault.FaultDecider.FaultDecision;
import dev.sessionbench.mock.fault.FaultDecider.RateMeter;
import dev.sessionbench.mock.fault.FaultEffect.Delay;
import dev.sessionbench.mock.fault.FaultEffect.Fail;
import dev.sessionbench.mock.fault.FaultEffect.SlowStart;
import dev.sessionbench.mock.fault.FaultEffect.Stall;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultDeciderTest {
  private static final FaultEffect UNAVAILABLE = Fail.with(Status.Code.UNAVAILABLE, "gone");
  private static final FaultEffect INTERNAL = Fail.with(Status.Code.INTERNAL, "broken");
  private static final String SESSION = "projects/p/instances/i/databases/d/sessions/7";

  /** Not 0, because a real clock's start is not. */
  private static final long BEGIN = 1_234_567_890_123L;

  private static final List<Rpc> OTHERS = List.of(Rpc.READ, Rpc.ROLLBACK, Rpc.CREATE_SESSION);

  private final AtomicLong clock = new AtomicLong(BEGIN);

  private static FaultRule failing(FaultCondition... conditions) {
    FaultRule rule = FaultRule.of("f", UNAVAILABLE);
    for (FaultCondition condition : conditions) {
      rule = rule.when(condition);
    }
    return rule;
  }

  private static boolean meets(FaultCondition condition, long channel, String session) {
    FaultDecider decider = new FaultDecider(FaultPlan.of(failing(condition)), 1, () -> BEGIN);
    return decider.decide(Rpc.COMMIT, channel, () -> session).outcome() != null;
  }

  private FaultDecider decider(FaultRule... rules) {
    return decider(1, rules);
  }

  private FaultDecider decider(long seed, FaultRule... rules) {
    return new FaultDecider(FaultPlan.of(rules), seed, clock::get);
  }

  private static FaultDecision call(FaultDecider decider, Rpc rpc) {
    return decider.decide(rpc, 0, () -> "");
  }

  /** The numbers of the calls that a rule hits, among the first calls of one method. */
  private static List<Long> hit(FaultDecider decider, Rpc rpc, int calls) {
    return LongStream.rangeClosed(1, calls)
        .filter(number -> call(decider, rpc).outcome() != null)
        .boxed()
        .toList();
  }

  private void at(long millis) {
    clock.set(BEGIN + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void changesNoCallWithoutRules() {
    FaultDecider decider = decider();
    assertThat(decider.isQuiet()).isTrue();
    assertThat(call(decider, Rpc.COMMIT)).isSameAs(FaultDecision.NONE);
    assertThat(decider.statistics().lastActNanos()).isEmpty();
  }

  @Test
  void hitsTheCallsOfARangeAndEveryNth() {
    assertThat(hit(decider(failing(new Calls(3, 5))), Rpc.COMMIT, 9)).containsExactly(3L, 4L, 5L);
    assertThat(hit(decider(failing(new Every(4))), Rpc.COMMIT, 9)).containsExactly(4L, 8L);
    assertThat(hit(decider(failing(new Calls(5, Long.MAX_VALUE), new Every(3))), Rpc.COMMIT, 12))
        .containsExactly(6L, 9L, 12L);
  }

  @Test
  void coversOnlyItsMethodsAndNumbersEachSeparately() {
    FaultDecider decider =
        decider(FaultRule.of("f", UNAVAILABLE, Rpc.COMMIT, Rpc.READ).when(new Calls(2, 2)));
    assertThat(hit(decider, Rpc.ROLLBACK, 5)).isEmpty();
    assertThat(hit(decider, Rpc.COMMIT, 5)).containsExactly(2L);
    assertThat(hit(decider, Rpc.READ, 5)).containsExactly(2L);
  }

  @Test
  void drawsForTheNthCallIgnoreOtherMethods() {
    FaultRule rule = failing(new Chance(0.3));
    SplittableRandom random = new SplittableRandom(7);
    for (int seed = 0; seed < 20; seed++) {
      List<Long> alone = hit(decider(seed, rule), Rpc.COMMIT, 200);
      // The same calls, mixed with other methods, and with other rules in the plan.
      FaultDecider busy =
          decider(seed, FaultRule.of("other", INTERNAL, Rpc.READ).when(new Chance(0.5)), rule);
      List<Long> among = new ArrayList<>();
      for (long number = 1; number <= 200; number++) {
        for (int i = random.nextInt(4); i > 0; i--) {
          call(busy, OTHERS.get(random.nextInt(OTHERS.size())));
        }
        if (call(busy, Rpc.COMMIT).outcome() != null) {
          among.add(number);
        }
      }
      assertThat(among).isEqualTo(alone);
    }
  }

  @Test
  void chancesFollowTheProbabilityAndDifferBySeedMethodAndName() {
    int calls = 100_000;
    for (double p : new double[] {0.001, 0.1, 0.5, 0.9}) {
      FaultRule rule = failing(new Chance(p));
      // Five standard deviations of the binomial distribution.
      double tolerance = 5 * Math.sqrt(calls * p * (1 - p));
      assertThat((double) hit(decider(rule), Rpc.COMMIT, calls).size())
          .isBetween(calls * p - tolerance, calls * p + tolerance);
    }
    FaultRule half = failing(new Chance(0.5));
    FaultRule renamed = FaultRule.of("g", UNAVAILABLE).when(new Chance(0.5));
    List<Long> first = hit(decider(half), Rpc.COMMIT, 64);
    assertThat(hit(decider(2, half), Rpc.COMMIT, 64)).isNotEqualTo(first);
    assertThat(hit(decider(half), Rpc.READ, 64)).isNotEqualTo(first);
    assertThat(hit(decider(renamed), Rpc.COMMIT, 64)).isNotEqualTo(first);
    assertThat(hit(decider(failing(new Chance(1))), Rpc.COMMIT, 9)).hasSize(9);
  }

  @Test
  void actsFromTheStartOfAWindowUntilJustBeforeItsEnd() {
    FaultDecider decider =
        decider(failing(new During(Duration.ofMillis(10), Duration.ofMillis(20))));
    clock.set(BEGIN + 9_999_999);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isNull();
    at(10);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isEqualTo(UNAVAILABLE);
    clock.set(BEGIN + 19_999_999);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isEqualTo(UNAVAILABLE);
    at(20);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isNull();
    assertThat(decider.statistics().lastActNanos()).hasValue(BEGIN + 19_999_999);
  }

  @Test
  void knowsSessionsAndChannels() {
    assertThat(meets(new OnSession(SESSION), 1, SESSION)).isTrue();
    assertThat(meets(new OnSession(SESSION), 1, SESSION + "0")).isFalse();
    assertThat(meets(new OnSession("7"), 1, SESSION)).isTrue();
    for (String other : List.of("", SESSION + "0", SESSION.replace("/7", "/17"))) {
      assertThat(meets(new OnSession("7"), 1, other)).as(other).isFalse();
    }
    FaultDecider byChannel = decider(failing(new OnChannel(2)));
    Supplier<String> unasked =
        () -> {
          throw new AssertionError("nobody is to ask for the session");
        };
    assertThat(byChannel.decide(Rpc.COMMIT, 2, unasked).outcome()).isNotNull();
    assertThat(byChannel.decide(Rpc.COMMIT, 1, unasked).outcome()).isNull();
  }

  @Test
  void letsOneSecondsCallsThroughAtOnceAndThenOneAtATime() {
    FaultDecider decider =
        decider(
            FaultRule.of("f", UNAVAILABLE, Rpc.BATCH_CREATE_SESSIONS)
                .withAbovePerSecond(Optional.of(4.0)));
    assertThat(hit(decider, Rpc.BATCH_CREATE_SESSIONS, 6)).containsExactly(5L, 6L);
    at(249);
    assertThat(hit(decider, Rpc.BATCH_CREATE_SESSIONS, 1)).containsExactly(1L);
    at(250);
    assertThat(hit(decider, Rpc.BATCH_CREATE_SESSIONS, 2)).containsExactly(2L);
    at(10_000);
    assertThat(hit(decider, Rpc.BATCH_CREATE_SESSIONS, 6)).containsExactly(5L, 6L);
    // Calls of other methods neither count nor fail.
    assertThat(hit(decider, Rpc.COMMIT, 100)).isEmpty();
  }

  @Test
  void letsThroughTheSameCallsAsABucketOfTokens() {
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < 200; run++) {
      int perSecond = random.nextInt(1, 50);
      RateMeter meter = new RateMeter(perSecond);
      long interval = Math.round(1e9 / perSecond);
      // The reference model counts in nanoseconds of refill, so it is as exact as the meter.
      long capacity = perSecond * interval;
      long level = capacity;
      long now = 0;
      for (int i = 0; i < 500; i++) {
        long pause = random.nextLong(0, 3 * interval) * random.nextInt(2);
        now += pause;
        level = Math.min(capacity, level + pause);
        boolean has = level >= interval;
        assertThat(meter.exceeds(now)).as("run %d call %d", run, i).isEqualTo(!has);
        if (has) {
          level -= interval;
        }
      }
    }
  }

  @Test
  void allowsOneCallInSeveralSecondsWhereTheRateIsBelowOne() {
    RateMeter meter = new RateMeter(0.5);
    assertThat(meter.exceeds(0)).isFalse();
    assertThat(meter.exceeds(TimeUnit.SECONDS.toNanos(2) - 1)).isTrue();
    assertThat(meter.exceeds(TimeUnit.SECONDS.toNanos(2))).isFalse();
  }

  @Test
  void actsAtMostItsLimitFromManyThreads() {
    FaultDecider decider = decider(FaultRule.of("f", UNAVAILABLE).withAtMost(100));
    long hit =
        IntStream.range(0, 10_000)
            .parallel()
            .filter(i -> call(decider, Rpc.COMMIT).outcome() != null)
            .count();
    assertThat(hit).isEqualTo(100);
    assertThat(decider.statistics().hits()).isEqualTo(100);
    assertThat(decider.statistics().acts()).containsEntry("f", 100L);
  }

  @Test
  void onlyTheFirstRuleAnswersAndCounts() {
    FaultDecider decider =
        decider(
            FaultRule.of("first", UNAVAILABLE).when(new Calls(1, 2)),
            FaultRule.of("second", INTERNAL).withAtMost(1));
    assertThat(call(decider, Rpc.COMMIT).outcome()).isEqualTo(UNAVAILABLE);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isEqualTo(UNAVAILABLE);
    assertThat(decider.statistics().acts()).containsEntry("second", 0L);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isEqualTo(INTERNAL);
    assertThat(call(decider, Rpc.COMMIT).outcome()).isNull();
  }

  @Test
  void addsUpDelaysAndAnswersByAnotherRule() {
    FaultDecider decider =
        decider(
            FaultRule.of("stall", new Stall(), Rpc.COMMIT),
            FaultRule.of("a", new Delay(Duration.ofMillis(5), Duration.ZERO)),
            FaultRule.of("b", new Delay(Duration.ofMillis(7), Duration.ZERO)),
            FaultRule.of("c", new SlowStart(3, Duration.ofMillis(100))));
    FaultDecision decision = call(decider, Rpc.COMMIT);
    assertThat(decision.outcome()).isEqualTo(new Stall());
    assertThat(decision.latencyNanos(1_000_000)).isEqualTo(3_000_000 + 12_000_000);
    assertThat(call(decider, Rpc.READ).outcome()).isNull();
  }

  @Test
  void drawsDelaysByTheNumberOfTheCall() {
    FaultRule rule =
        FaultRule.of("f", new Delay(Duration.ofMillis(5), Duration.ofMillis(10)), Rpc.COMMIT);
    FaultDecider one = decider(rule);
    FaultDecider two = decider(rule);
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      call(two, Rpc.READ);
      long delay = call(one, Rpc.COMMIT).latencyNanos(0);
      assertThat(call(two, Rpc.COMMIT).latencyNanos(0)).isEqualTo(delay);
      assertThat(delay).isBetween(5_000_000L, 14_999_999L);
      delays.add(delay);
    }
    assertThat(delays.stream().distinct().count()).isGreaterThan(990);
  }

  @Test
  void slowStartAppliesAgainAfterARestart() {
    FaultDecider decider = decider(FaultRule.of("f", new SlowStart(11, Duration.ofMillis(100))));
    assertThat(call(decider, Rpc.COMMIT).latencyNanos(1_000)).isEqualTo(11_000);
    at(50);
    assertThat(call(decider, Rpc.COMMIT).latencyNanos(1_000)).isEqualTo(6_000);
    at(100);
    assertThat(call(decider, Rpc.COMMIT)).isSameAs(FaultDecision.NONE);
    at(300);
    decider.cameBack();
    assertThat(decider.statistics().lastActNanos()).hasValue(clock.get());
    at(350);
    assertThat(call(decider, Rpc.COMMIT).latencyNanos(1_000)).isEqualTo(6_000);
    assertThat(decider.statistics().acts()).containsEntry("f", 3L);
  }
}
