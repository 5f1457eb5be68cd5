package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Workload;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Trials of pools other than the client's. */
class OtherPoolsTest {
  private static final PoolShape SHAPE = new PoolShape(0, 8, 1, 1);

  private static Scenario scenario(Workload workload) {
    return Scenarios.options(
            workload,
            SHAPE,
            "operations=8",
            "concurrency=" + (workload == Workload.STEADY_INCREASE ? "1" : "4"))
        .scenario(LatencyProfile.none(), 100);
  }

  /** A pool that holds its maximum from the start and sends no RPCs. */
  private static final class PoolInMemory implements PoolUnderTest {
    private final Semaphore sessions = new Semaphore(SHAPE.maxSessions(), true);
    private final AtomicLong acquired = new AtomicLong();
    private boolean opened;

    @Override
    public void open() {
      opened = true;
    }

    private void acquire() {
      assertThat(opened).isTrue();
      sessions.acquireUninterruptibly();
      acquired.incrementAndGet();
      AcquireWait.endCurrent();
    }

    @Override
    public void read(Runnable atRow) {
      acquire();
      atRow.run();
      sessions.release();
    }

    @Override
    public void write() {
      acquire();
      sessions.release();
    }

    @Override
    public OpenRead openRead() {
      acquire();
      return sessions::release;
    }

    @Override
    public PoolState state() {
      return new PoolState(0, sessions.availablePermits(), 0);
    }

    @Override
    public PoolMetrics metrics() {
      return new PoolMetrics(0, 0, 0, acquired.get(), 0, 0, 0);
    }

    @Override
    public long attempts(Rpc rpc) {
      return 0;
    }

    @Override
    public void close() {
      assertThat(sessions.availablePermits()).isEqualTo(SHAPE.maxSessions());
    }
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void poolInMemoryServesEveryLoad(Workload workload) throws Exception {
    Scenario onServer = scenario(workload);
    PoolInMemory pool = new PoolInMemory();
    Scenario inMemory =
        Scenarios.on(onServer, address -> pool)
            .withProbes(
                List.of(GrowthChecks::anyStrategy, GrowthProbes::read, GrowthProbes::curves));
    assertThat(Scenarios.run(inMemory).operations())
        .hasSize(8)
        .allMatch(OperationTimes::hadSession);
    assertThat(pool.acquired).hasValue(8);
  }

  @Test
  void refusesAPoolThatDiffersFromTheClosedForm() throws Exception {
    try (Trial trial =
        Trial.prepare(
            Scenarios.on(scenario(Workload.STEADY_INCREASE), address -> new PoolInMemory()))) {
      trial.run();
      assertThatIllegalStateException()
          .isThrownBy(trial::finish)
          .withMessageContaining("0 BatchCreateSessions RPCs created 0 sessions, where PoolShape");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Workload.class,
      names = {"BURST_READ", "STEADY_INCREASE"})
  void refusesARunOnMultiplexedSessions(Workload workload) throws Exception {
    try (Trial trial = Trial.prepare(Scenarios.on(scenario(workload), MultiplexedClient::new))) {
      trial.run();
      assertThatIllegalStateException()
          .isThrownBy(trial::finish)
          .withMessageContaining("multiplexed sessions were in use (1 CreateSession RPCs, ");
    }
  }
}
