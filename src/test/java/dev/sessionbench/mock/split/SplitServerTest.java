package dev.sessionbench.mock.split;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.mock.split.SplitServer.SplitEvent;
import dev.sessionbench.mock.split.SplitServer.SplitState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitServerTest {
  /** 100 reads a second. A split with more than 50 a second for 1 s divides, which takes 2 s. */
  private static final SplitOptions SMALL =
      SplitOptions.defaults()
          .withCapacityPerSecond(100)
          .withNodeCapacityPerSecond(10_000)
          .withHeldNanos(SECONDS.toNanos(1))
          .withMoveNanos(SECONDS.toNanos(2))
          .withCoolNanos(SECONDS.toNanos(5))
          .withFirstCallNanos(0);

  private final VirtualTime time = new VirtualTime();
  private final List<Long> endsMillis = new ArrayList<>();

  private static SplitOptions neverSplitting() {
    return SMALL.withSplitAbove(10);
  }

  private Cancellable call(SplitServer server, double key, int cost) {
    return server.submit(key, "s", cost, () -> endsMillis.add(NANOSECONDS.toMillis(time.nanos())));
  }

  private void calls(SplitServer server, int count, IntToDoubleFunction key) {
    for (int i = 0; i < count; i++) {
      var unused = call(server, key.applyAsDouble(i), 1);
    }
  }

  /** Makes calls at equal distances of time, with uniformly drawn keys. */
  private void load(SplitServer server, double perSecond, double fromSeconds, double toSeconds) {
    int calls = (int) Math.round(perSecond * (toSeconds - fromSeconds));
    for (int i = 0; i < calls; i++) {
      int index = i;
      var unused =
          time.after(
              Math.round((fromSeconds + i / perSecond) * SECONDS.toNanos(1)),
              () -> call(server, SeededDraws.unit(1, 1, index), 1));
    }
  }

  @Test
  void splitsServeOneCallAfterAnother() {
    SplitServer server = new SplitServer(neverSplitting(), time);
    for (int i = 0; i < 5; i++) {
      var unused = call(server, 0.1 * i, i == 4 ? 3 : 1);
    }
    time.run();
    assertThat(endsMillis).containsExactly(10L, 20L, 30L, 40L, 70L);
  }

  @Test
  void splitsServeConcurrently() {
    SplitServer server = new SplitServer(neverSplitting().withInitialSplits(2), time);
    calls(server, 6, i -> i % 2 == 0 ? 0.1 : 0.9);
    time.run();
    assertThat(endsMillis).containsExactly(10L, 10L, 20L, 20L, 30L, 30L);
  }

  @Test
  void splitsShareTheCapacityOfTheirNode() {
    SplitServer server =
        new SplitServer(
            neverSplitting().withInitialSplits(4).withNodes(1).withNodeCapacityPerSecond(200),
            time);
    calls(server, 400, i -> SeededDraws.unit(1, 1, i));
    time.run();
    // 400 reads at 200 a second, although four splits alone could do 400.
    assertThat(time.nanos()).isCloseTo(SECONDS.toNanos(2), within(SECONDS.toNanos(1) / 10));
  }

  @Test
  void saturatedServersFollowLittlesLaw() {
    SplitServer server = new SplitServer(neverSplitting(), time);
    int agents = 30;
    for (int i = 0; i < agents; i++) {
      again(server, 20);
    }
    time.run();
    // R = N / c with no pauses: 0.3 s between the ends of one agent, 10 ms between any two.
    assertThat(endsMillis).hasSize(agents * 20);
    assertThat(endsMillis.get(endsMillis.size() - 1)).isEqualTo(agents * 20L * 10);
  }

  private void again(SplitServer server, int times) {
    if (times > 0) {
      var unused =
          server.submit(
              0.5,
              "s",
              1,
              () -> {
                endsMillis.add(NANOSECONDS.toMillis(time.nanos()));
                again(server, times - 1);
              });
    }
  }

  @Test
  void dividesSplitsAfterSustainedLoad() {
    SplitServer server = new SplitServer(SMALL, time);
    load(server, 80, 0, 10);
    time.run();
    SplitEvent first = server.history().get(0);
    assertThat(first.beginNanos()).isEqualTo(SECONDS.toNanos(1));
    assertThat(first.endNanos()).isEqualTo(SECONDS.toNanos(3));
    assertThat(first.splits()).isEqualTo(2);
    // Each half gets 40 a second, below the 50 that make it divide.
    assertThat(server.history()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 49})
  void doesNotDivideSplitsBelowTheLimit(double perSecond) {
    SplitServer server = new SplitServer(SMALL, time);
    load(server, perSecond, 0, 60);
    time.run();
    assertThat(server.history()).isEmpty();
  }

  @Test
  void shortBurstsDivideNothing() {
    SplitServer server = new SplitServer(SMALL, time);
    for (int i = 0; i < 10; i++) {
      load(server, 200, 2 * i, 2 * i + 0.7);
    }
    time.run();
    assertThat(server.history()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"160", "700", "1500"})
  void splittingOfUniformKeysFollowsTheClosedForm(double perSecond) {
    SplitServer server = new SplitServer(SMALL, time);
    double end = EvenSplitting.endsNanos(SMALL, perSecond) / 1e9;
    int calls = (int) (perSecond * (end + 20));
    for (int i = 0; i < calls; i++) {
      // The key of the i-th call is i with its bits reversed, which is uniform at every scale.
      double key = Integer.reverse(i) / 0x1p32 + (Integer.reverse(i) < 0 ? 1 : 0);
      var unused =
          time.after(Math.round(i / perSecond * SECONDS.toNanos(1)), () -> call(server, key, 1));
    }
    time.run();
    List<SplitEvent> history = server.history();
    assertThat(history.get(history.size() - 1).endNanos() / 1e9).isCloseTo(end, within(0.5));
  }

  @Test
  void defaultsTakeMinutesToReachThirtyThousandReadsASecond() {
    // Five generations: 10 + 30 s, then a minute each.
    assertThat(EvenSplitting.endsNanos(SplitOptions.defaults(), 30_000))
        .isEqualTo(SECONDS.toNanos(280));
    assertThat(EvenSplitting.endsNanos(SplitOptions.defaults(), 1_250)).isZero();
  }

  @Test
  void servesLessWhileItDivides() {
    SplitServer server = new SplitServer(SMALL, time);
    load(server, 200, 0, 3);
    time.run();
    assertThat(server.history().get(0).beginNanos()).isEqualTo(SECONDS.toNanos(1));
    long before = endsMillis.stream().filter(end -> end <= 1_000).count();
    long during = endsMillis.stream().filter(end -> end > 1_000 && end <= 3_000).count();
    assertThat(before).isBetween(99L, 100L);
    assertThat(during).isBetween(99L, 101L);
  }

  @Test
  void theUpperHalfKeepsItsWaitingCalls() {
    SplitServer server = new SplitServer(SMALL, time);
    load(server, 300, 0, 3);
    long[] waiting = new long[2];
    var unusedBefore =
        time.after(SECONDS.toNanos(3) - 1, () -> waiting[0] = server.state().waiting());
    var unusedAfter =
        time.after(
            SECONDS.toNanos(3) + 1,
            () -> {
              waiting[1] = server.state().waiting();
              assertThat(server.state().splits()).isEqualTo(2);
            });
    time.run();
    assertThat(waiting[0]).isBetween(690L, 710L);
    assertThat(waiting[1]).isBetween(690L, 710L);
    // Two splits share them: 700 calls take 3.5 s and not 7.
    assertThat(time.nanos() / 1e9).isCloseTo(6.5, within(0.4));
  }

  @Test
  void theFirstCallOfAStatementTakesLongerOncePerSplit() {
    SplitServer server =
        new SplitServer(
            neverSplitting().withInitialSplits(2).withFirstCallNanos(MILLISECONDS.toNanos(500)),
            time);
    calls(server, 4, i -> i < 2 ? 0.1 : 0.9);
    time.run();
    assertThat(endsMillis).containsExactlyInAnyOrder(510L, 20L, 510L, 20L);
  }

  @Test
  void cancelledCallsTakeNoTime() {
    SplitServer server = new SplitServer(neverSplitting(), time);
    var unusedFirst = call(server, 0.5, 1);
    Cancellable second = call(server, 0.5, 50);
    var unusedThird = call(server, 0.5, 1);
    second.cancel();
    time.run();
    assertThat(endsMillis).containsExactly(10L, 20L);
  }

  @Test
  void idleServersForgetTheirLoad() {
    SplitServer server = new SplitServer(SMALL, time);
    load(server, 200, 0, 0.7);
    load(server, 200, 100_000, 100_000.7);
    time.run();
    assertThat(server.history()).isEmpty();
    assertThat(server.state()).isEqualTo(new SplitState(1, 0, 0));
  }

  @Test
  void oneHotKeyIsNotDividedForEver() {
    SplitServer server =
        new SplitServer(
            SMALL.withMoveNanos(0).withCoolNanos(0).withHeldNanos(MILLISECONDS.toNanos(1)), time);
    for (int i = 0; i < 20_000; i++) {
      var unused = time.after(i * 10_000L, () -> call(server, 0.3, 1));
    }
    time.run();
    assertThat(server.state().splits()).isBetween(15, 22);
  }

  @Test
  void rejectsInvalidKeys() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SplitServer(SMALL, time).submit(1, "s", 1, () -> {}))
        .withMessage("key 1.0: must be from 0 to below 1");
  }
}
