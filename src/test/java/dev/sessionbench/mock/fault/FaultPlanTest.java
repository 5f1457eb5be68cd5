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
import dev.sessionbench.mock.fault.FaultCondition.OnSessionNumber;
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
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a plan refuses, and in which words. */
class FaultPlanTest {
  private static final Duration NEGATIVE = Duration.ofMillis(-5);
  private static final Duration ABSURD = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  private static void refuses(String line, ThrowingCallable value) {
    assertThatThrownBy(value)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(line)
        .message()
        .hasLineCount(1);
  }

  @Test
  void refusesConditionsThatCannotBeMeant() {
    refuses("the first call 0: must be at least 1", () -> new Calls(0, 4));
    refuses("calls 5 to 4: the last must not be before the first", () -> new Calls(5, 4));
    refuses("every n-th call -1: must be at least 1", () -> new Every(-1));
    refuses("probability 0.0: must be more than 0 and at most 1", () -> new Chance(0));
    refuses("probability 1.5: must be more than 0 and at most 1", () -> new Chance(1.5));
    refuses("probability NaN: must be more than 0 and at most 1", () -> new Chance(Double.NaN));
    refuses(
        "the start of the window -5 ms: must be at least 0 ms and at most 31536000000 ms",
        () -> new During(NEGATIVE, Duration.ofMillis(5)));
    refuses(
        "window from 5 ms to 5 ms: must end after it starts",
        () -> new During(Duration.ofMillis(5), Duration.ofMillis(5)));
    refuses(
        "the end of the window 9223372036854775807999.999999 ms: must be at least 0 ms and at most"
            + " 31536000000 ms",
        () -> new During(Duration.ZERO, ABSURD));
    refuses(
        "session 7: must be projects/<p>/instances/<i>/databases/<d>/sessions/<id>",
        () -> new OnSession("7"));
    refuses("the number of the session 0: must be at least 1", () -> new OnSessionNumber(0));
    refuses("the number of the channel 0: must be at least 1", () -> new OnChannel(0));
  }

  @Test
  void refusesEffectsThatCannotBeMeant() {
    refuses("status OK: must be an error", () -> Fail.with(OK, ""));
    refuses(
        "the message has 5000 characters: must be at most 1024",
        () -> Fail.with(ABORTED, "x".repeat(5_000)));
    refuses(
        "the delay of RetryInfo -5 ms: must be at least 0 ms and at most 3600000 ms",
        () -> Fail.with(ABORTED, "").retryAfter(NEGATIVE));
    refuses("the type of the resource: must not be empty", () -> new Resource("", "n"));
    refuses(
        "the delay -5 ms: must be at least 0 ms and at most 3600000 ms",
        () -> new Delay(NEGATIVE, Duration.ZERO));
    refuses(
        "the delay 0 ms: must be more than 0 ms", () -> new Delay(Duration.ZERO, Duration.ZERO));
    refuses(
        "the random delay 3600000.001 ms: must be at least 0 ms and at most 3600000 ms",
        () -> new Delay(Duration.ZERO, Duration.ofHours(1).plusNanos(1_000)));
    refuses(
        "factor 1.0: must be more than 1 and at most 10000",
        () -> new SlowStart(1, Duration.ofMillis(1)));
    refuses(
        "the warm-up 0 ms: must be more than 0 ms and at most 3600000 ms",
        () -> new SlowStart(2, Duration.ZERO));
    refuses("share 1.0: must be more than 0 and less than 1", () -> new ShortBatch(1));
    refuses("share NaN: must be more than 0 and less than 1", () -> new ShortBatch(Double.NaN));
    refuses(
        "the life of the sessions -5 ms: must be at least 0 ms and at most 3600000 ms",
        () -> new LoseSessions(NEGATIVE));
    refuses(
        "the time without a server 0 ms: must be more than 0 ms and at most 3600000 ms",
        () -> new Restart(Duration.ZERO));
  }

  @Test
  void refusesRulesThatCannotBeMeantAndNamesThem() {
    FaultRule rule = FaultRule.of("f", new Stall());
    refuses("a fault without a name: give it one", () -> FaultRule.of(" ", new Stall()));
    refuses(
        "fault f: rate -1.0 per second: must be more than 0 and at most 1e9",
        () -> rule.abovePerSecond(-1));
    refuses("fault f: at most 0 times: must be at least 1", () -> rule.atMost(0));
    refuses(
        "fault f: a short or empty batch: must be on BatchCreateSessions alone",
        () -> FaultRule.of("f", new EmptyBatch()));
    refuses(
        "fault f: a short or empty batch: must be on BatchCreateSessions alone",
        () -> FaultRule.of("f", new ShortBatch(0.5), Rpc.BATCH_CREATE_SESSIONS, Rpc.READ));
    refuses("fault f: there are two of that name", () -> FaultPlan.of(rule, rule));
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
