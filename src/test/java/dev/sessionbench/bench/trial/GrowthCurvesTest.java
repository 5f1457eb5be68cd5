package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.load.OperationTimes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GrowthCurvesTest {
  private static final long START = 5_000_000_000L;

  private final Seen seen = new Seen();

  GrowthCurvesTest() {
    seen.startNanos = START;
  }

  private void created(long repliedMillis, int sessions) {
    seen.reply(Rpc.BATCH_CREATE_SESSIONS, repliedMillis, sessions);
  }

  private Map<String, Curve> curves() {
    return seen.report(GrowthProbes::curves).curves().stream()
        .collect(Collectors.toMap(Curve::name, Function.identity()));
  }

  private static Curve curve(Map<String, Curve> curves, String name) {
    return Objects.requireNonNull(curves.get(name), name);
  }

  private double nanosUntil(int sessions) {
    return GrowthProbes.nanosUntil(seen.observation(), seen.server(), sessions);
  }

  @Test
  void followThePoolFromItsMinimumThroughEachStep() {
    created(-100, 2);
    created(25, 3);
    created(50, 3);
    seen.operation(1, 2, 40);
    seen.operation(10, 25, 60);
    Map<String, Curve> curves = curves();
    assertThat(curve(curves, Curve.SESSIONS).x())
        .isEqualTo(curve(curves, Curve.IN_USE).x())
        .isEqualTo(curve(curves, Curve.WAITING).x())
        .containsExactly(0.0, 1.0, 2.0, 10.0, 25.0, 40.0, 50.0, 60.0);
    assertThat(curve(curves, Curve.SESSIONS).y())
        .containsExactly(2.0, 2.0, 2.0, 2.0, 5.0, 5.0, 8.0, 8.0);
    assertThat(curve(curves, Curve.IN_USE).y())
        .containsExactly(0.0, 0.0, 1.0, 1.0, 2.0, 1.0, 1.0, 0.0);
    assertThat(curve(curves, Curve.WAITING).y())
        .containsExactly(0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0);
  }

  @Test
  void showAChangeAtTheEndOfItsMillisecond() {
    seen.operation(0.2, 3.4, 5);
    Curve waiting = curve(curves(), Curve.WAITING);
    assertThat(waiting.x()).containsExactly(0.0, 1.0, 4.0, 5.0);
    assertThat(waiting.y()).containsExactly(0.0, 1.0, 0.0, 0.0);
  }

  @Test
  void divideTimesByTheTimeScale() {
    seen.timeScale = 4;
    created(40, 3);
    seen.operation(4, 40, 80);
    Map<String, Curve> curves = curves();
    assertThat(curve(curves, Curve.SESSIONS).x()).containsExactly(0.0, 1.0, 10.0, 20.0);
    assertThat(curve(curves, Curve.SESSIONS).y()).containsExactly(0.0, 0.0, 3.0, 3.0);
    assertThat(curve(curves, Curve.ACQUIRE_WAIT).y().get(0)).isBetween(9.0, 9.01);
    assertThat(nanosUntil(3)).isEqualTo(10.0 * Seen.MILLI);
  }

  @Test
  void keepAnUnreleasedSessionInUse() {
    seen.operations.add(new OperationTimes(seen.nanos(1), seen.nanos(2), OperationTimes.NEVER));
    assertThat(curve(curves(), Curve.IN_USE).y()).last().isEqualTo(1.0);
  }

  @Test
  void areAbsentForAnotherServer() {
    seen.ours = false;
    assertThat(curves()).isEmpty();
  }

  @Test
  void takeTimesToANumberOfSessionsFromTheJournal() {
    created(50, 3);
    created(-100, 2);
    created(25, 3);
    assertThat(nanosUntil(2)).isZero();
    assertThat(nanosUntil(3)).isEqualTo(25.0 * Seen.MILLI);
    assertThat(nanosUntil(8)).isEqualTo(50.0 * Seen.MILLI);
    assertThat(nanosUntil(9)).isNaN();
  }

  @Test
  void subtractDeletedSessions() {
    created(-100, 4);
    seen.reply(Rpc.DELETE_SESSION, 10, 0);
    seen.reply(Rpc.DELETE_SESSION, 20, 0);
    created(30, 3);
    assertThat(curve(curves(), Curve.SESSIONS).y()).containsExactly(4.0, 3.0, 2.0, 5.0);
    assertThat(nanosUntil(5)).isEqualTo(30.0 * Seen.MILLI);
    assertThat(nanosUntil(6)).isNaN();
  }

  @Test
  void subtractSessionsThatThePoolReportsAsClosed() {
    created(-100, 4);
    created(30, 3);
    seen.account =
        Optional.of(
            new PoolAccount(0, 5, 0, List.of(seen.nanos(10), seen.nanos(10)), /* refused= */ 0));
    assertThat(curve(curves(), Curve.SESSIONS).y()).containsExactly(4.0, 2.0, 5.0);
    assertThat(nanosUntil(6)).isNaN();
  }

  @Test
  void incompleteJournalIsAComplaint() {
    seen.forgotten = 3;
    assertThat(seen.report(GrowthProbes::read).complaints())
        .containsExactly(
            "the server's journal had no room for 3 RPCs, so the growth of the pool is unknown");
  }

  @Test
  void summariseWaitsByPercentile() {
    for (int i = 0; i < 98; i++) {
      seen.operation(0, 1, 2);
    }
    seen.operation(0, 50, 60);
    seen.operation(0, 80, 90);
    Histogram waits = seen.observation().waits();
    assertThat(waits.getValueAtPercentile(50) / 1e6).isBetween(1.0, 1.001);
    assertThat(waits.getValueAtPercentile(99) / 1e6).isBetween(50.0, 50.1);
    assertThat(waits.getValueAtPercentile(100) / 1e6).isBetween(80.0, 80.1);
  }
}
