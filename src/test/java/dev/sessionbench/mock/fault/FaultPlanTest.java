package dev.sessionbench.mock.fault;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.fault.FaultCondition.Calls;
import dev.sessionbench.mock.fault.FaultCondition.Chance;
import dev.sessionbench.mock.fault.FaultCondition.During;
import dev.sessionbench.mock.fault.FaultCondition.Every;
import dev.sessionbench.mock.fault.FaultCondition.OnChannel;
import dev.sessionbench.mock.fault.FaultCondition.OnSession;
import dev.sessionbench.mock.fault.FaultEffect.Delay;
import dev.sessionbench.mock.fault.FaultEffect.DropConnection;
import dev.sessionbench.mock.fault.FaultEffect.EmptyBatch;
import dev.sessionbench.mock.fault.FaultEffect.Fail;
import dev.sessionbench.mock.fault.FaultEffect.LoseSessions;
import dev.sessionbench.mock.fault.FaultEffect.Resource;
import dev.sessionbench.mock.fault.FaultEffect.Restart;
import dev.sessionbench.mock.fault.FaultEffect.ShortBatch;
import dev.sessionbench.mock.fault.FaultEffect.SlowStart;
import dev.sessionbench.mock.fault.FaultEffect.Stall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests which plans are rejected, and the messages. */
class FaultPlanTest {
  private static final Duration NEGATIVE = Duration.ofMillis(-5);
  private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  private static void refuses(String line, ThrowingCallable value) {
    assertThatThrownBy(value)
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith(line)
        .hasLineCount(1);
  }

  private static void refuses(String line, FaultCondition condition) {
    FaultRule rule = FaultRule.of("f", new Stall()).when(condition);
    refuses("fault f: " + line, () -> FaultPlan.of(rule));
  }

  private static void refuses(String line, FaultEffect effect) {
    FaultRule rule = FaultRule.of("f", effect, Rpc.BATCH_CREATE_SESSIONS);
    refuses("fault f: " + line, () -> FaultPlan.of(rule));
  }

  @Test
  void rejectsInvalidConditions() {
    refuses("calls.from: must be a whole number from 1, is '0'", new Calls(0, 4));
    refuses("calls 5 to 4: the last must not be before the first", () -> new Calls(5, 4));
    refuses("every: must be a whole number from 1, is '-1'", new Every(-1));
    for (double wrong : List.of(0.0, 1.5, Double.NaN)) {
      refuses("probability: must be a number above 0 and at most 1, is '", new Chance(wrong));
    }
    String moment = "must be a number from 0 to 31536000 s, is '";
    refuses("window.from: " + moment + "-0.005'", new During(NEGATIVE, Duration.ofMillis(5)));
    refuses(
        "window from PT0.005S to PT0.005S: must end after it starts",
        () -> new During(Duration.ofMillis(5), Duration.ofMillis(5)));
    refuses("window.to: " + moment + "9223372036854775807.9", new During(Duration.ZERO, ABSURD));
    refuses("session x: must be a number or projects/<p>/instances/", () -> new OnSession("x"));
    refuses("session 0: must be a number or projects/<p>/instances/", () -> new OnSession("0"));
    refuses("channel: must be a whole number from 1, is '0'", new OnChannel(0));
  }

  @Test
  void rejectsInvalidEffects() {
    String delay = "must be a number from 0 to 3600000 ms, is '";
    String span = "must be a number above 0 and at most 3600000 ms, is '0'";
    refuses("status OK: must be an error", () -> Fail.with(OK, ""));
    refuses(
        "the message has 5000 characters: must be at most 1024",
        () -> Fail.with(ABORTED, "x".repeat(5_000)));
    refuses(
        "fail.retryAfter: " + delay + "-5'",
        new Fail(ABORTED, "", Optional.of(NEGATIVE), Optional.empty()));
    refuses("the type of the resource: must not be empty", () -> new Resource("", "n"));
    refuses("delay.fixed: " + delay + "-5'", new Delay(NEGATIVE, Duration.ZERO));
    refuses(
        "the delay 0 ms: must be more than 0 ms", () -> new Delay(Duration.ZERO, Duration.ZERO));
    refuses(
        "delay.random: " + delay + "3600000.001'",
        new Delay(Duration.ZERO, Duration.ofHours(1).plusNanos(1_000)));
    refuses(
        "slowStart.factor: must be a number above 1 and at most 10000, is '1'",
        new SlowStart(1, Duration.ofMillis(1)));
    refuses("slowStart.over: " + span, new SlowStart(2, Duration.ZERO));
    for (double wrong : List.of(1.0, Double.NaN)) {
      refuses("shortBatch: must be a number above 0 and below 1, is '", new ShortBatch(wrong));
    }
    refuses("loseSessions: " + delay + "-5'", new LoseSessions(NEGATIVE));
    refuses("restart: " + span, new Restart(Duration.ZERO));
  }

  @Test
  void rejectsInvalidRulesByName() {
    FaultRule rule = FaultRule.of("f", new Stall());
    refuses("a fault without a name: give it one", () -> FaultRule.of(" ", new Stall()));
    refuses(
        "fault f: above: must be a number above 0 and at most 1000000000, is '-1'",
        () -> FaultPlan.of(rule.withAbovePerSecond(Optional.of(-1.0))));
    refuses(
        "fault f: atMost: must be a whole number from 1, is '0'",
        () -> FaultPlan.of(rule.withAtMost(0)));
    refuses(
        "fault f: a short or empty batch: must be on BatchCreateSessions alone",
        () -> FaultRule.of("f", new EmptyBatch()));
    refuses(
        "fault f: a short or empty batch: must be on BatchCreateSessions alone",
        () -> FaultRule.of("f", new ShortBatch(0.5), Rpc.BATCH_CREATE_SESSIONS, Rpc.READ));
    refuses("fault f: occurs twice", () -> FaultPlan.of(rule, rule));
  }

  @Test
  void saysWhetherItNeedsConnections() {
    assertThat(FaultPlan.NONE.needsTcp()).isFalse();
    assertThat(FaultPlan.of(FaultRule.of("f", new Stall())).needsTcp()).isFalse();
    assertThat(
            FaultPlan.of(FaultRule.of("f", new Stall()), FaultRule.of("g", new DropConnection()))
                .needsTcp())
        .isTrue();
  }
}
