package dev.sessionbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;
import dev.sessionbench.model.Transport;
import dev.sessionbench.workload.Load;
import dev.sessionbench.workload.OperationTimes;
import dev.sessionbench.workload.ProcessUsage;
import dev.sessionbench.workload.Workload;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectionTest {
  private static final PoolShape SHAPE = new PoolShape(4, 16, 3, 2);

  private static List<Metric> run(String injection) throws Exception {
    TrialOptions options =
        new TrialOptions(
            Workload.STEADY_INCREASE,
            Workload.STEADY_INCREASE.options(SHAPE, 0, 0, 1),
            Transport.INPROCESS,
            0,
            CostModel.FLAT,
            true);
    LatencyProfile times =
        LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(2, 0));
    try (GrowthTrial trial = GrowthTrial.prepare(options, times, 100, Injection.parse(injection))) {
      trial.run();
      return trial.finish().metrics();
    }
  }

  private static double value(List<Metric> metrics, String name) {
    return metrics.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow().value();
  }

  @Test
  void oneRpcMoreIsOneRpcMoreAndNothingElse() throws Exception {
    List<Metric> metrics = run("rpc+1");
    assertThat(value(metrics, "numBatchCreateSessionsRpcs")).isEqualTo(2 + 4 + 1);
    assertThat(value(metrics, "batchCreateSessionsAttempts")).isEqualTo(2 + 4 + 1);
    assertThat(value(metrics, "sessionsCreated")).isEqualTo(16);
    assertThat(value(metrics, "overshoot")).isZero();
  }

  @Test
  void whatIsNotInjectedIsAsItWas() throws Exception {
    List<Metric> metrics = run("");
    assertThat(value(metrics, "numBatchCreateSessionsRpcs")).isEqualTo(2 + 4);
    assertThat(value(metrics, "batchCreateSessionsAttempts")).isEqualTo(2 + 4);
  }

  @Test
  void operationsWaitAtLeastWhatIsInjected() throws Exception {
    assertThat(value(run("acquire+2ms"), "acquireWaitP50")).isGreaterThanOrEqualTo(2);
  }

  @Test
  void serverTimesAreScaledDrawByDraw() {
    LatencyProfile times = LatencyProfile.original();
    LatencyProfile slowed = Injection.parse("server+5%").slowed(times);
    for (Rpc rpc : Rpc.values()) {
      for (int index = 0; index < 100; index++) {
        assertThat(slowed.drawNanos(rpc, 7, index))
            .isEqualTo(Math.round(times.drawNanos(rpc, 7, index) * 1.05));
      }
    }
    assertThat(Injection.parse("wall+5%").slowed(times)).isSameAs(times);
  }

  @Test
  void theLoadTakesAtLeastTheInjectedTimeMore() throws Exception {
    AtomicLong inner = new AtomicLong();
    Load load =
        new OnlyRunning(
            () -> {
              long start = System.nanoTime();
              SlowedOperations.pause(20_000_000);
              inner.set(System.nanoTime() - start);
            });
    long start = System.nanoTime();
    Injection.parse("wall+50%").around(load).run();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(inner.get() * 3 / 2);
  }

  @Test
  void theLoadAllocatesAtLeastTheInjectedPartMore() throws Exception {
    int bytes = 40_000_000;
    Load load = new OnlyRunning(() -> assertThat(new byte[bytes]).hasSize(bytes));
    ProcessUsage before = ProcessUsage.now();
    Injection.parse("allocation+10%").around(load).run();
    assertThat(ProcessUsage.now().allocatedBytesSince(before))
        .isGreaterThanOrEqualTo(bytes / 10 * 11L);
  }

  @Test
  void theProcessUsesAtLeastTheInjectedCpuTimeMore() throws Exception {
    AtomicLong burnt = new AtomicLong();
    Load load =
        new OnlyRunning(
            () -> {
              long before = ProcessUsage.cpuNanosUntilNow();
              long start = System.nanoTime();
              while (System.nanoTime() - start < 100_000_000) {
                Thread.onSpinWait();
              }
              burnt.set(ProcessUsage.cpuNanosUntilNow() - before);
            });
    long before = ProcessUsage.cpuNanosUntilNow();
    Injection.parse("cpu+100%").around(load).run();
    // What the load itself saw holds some of the waste already; the clock ticks every 10 ms.
    long all = ProcessUsage.cpuNanosUntilNow() - before;
    assertThat(all).isGreaterThanOrEqualTo(burnt.get() - 20_000_000);
    assertThat(all).isGreaterThan(100_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server",
        "server+5",
        "server+5ms",
        "rpc+2",
        "none+1",
        "wall+-5%",
        "x+5%",
        "cpu+%"
      })
  void anythingElseIsRefused(String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Injection.parse(words))
        .withMessageContaining(words)
        .withMessageContaining("must be rpc+1");
  }

  private record OnlyRunning(Runnable work) implements Load {
    @Override
    public void run() {
      work.run();
    }

    @Override
    public List<OperationTimes> operations() {
      return List.of();
    }

    @Override
    public void close() {}
  }
}
