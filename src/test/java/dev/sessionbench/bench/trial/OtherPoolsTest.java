package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Latency.FixedTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.ClientChannels;
import dev.sessionbench.bench.client.DriverOptions;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.client.SpannerDriver;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.mock.rpc.RpcRecord;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static class PoolInMemory implements PoolUnderTest {
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

  /** Sends a request for sessions when it fills, and whenever it is told to. */
  private static final class SlowToFill extends PoolInMemory {
    private final ManagedChannel channel;

    SlowToFill(ServerAddress server) {
      channel = server.channels(1, List.of()).get(0);
    }

    @Override
    public LatencyProfile filling(LatencyProfile measured) {
      return LatencyProfile.none();
    }

    @Override
    public void open() {
      super.open();
      create();
    }

    void create() {
      var unused =
          SpannerGrpc.newBlockingStub(channel)
              .batchCreateSessions(
                  BatchCreateSessionsRequest.newBuilder()
                      .setDatabase("projects/p/instances/i/databases/d")
                      .setSessionCount(1)
                      .build());
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }

  @Test
  void aPoolMayFillOnAServerWithOtherTimesThanMeasured() throws Exception {
    Scenario slow =
        scenario(Workload.BURST_READ)
            .with(
                set ->
                    set.mock(
                        set.mock()
                            .withLatencies(
                                LatencyProfile.none()
                                    .with(Rpc.BATCH_CREATE_SESSIONS, new FixedTime(7)))));
    List<SlowToFill> pools = new ArrayList<>();
    try (Trial trial =
        Trial.prepare(
            Scenarios.on(
                slow,
                address -> {
                  pools.add(new SlowToFill(address));
                  return pools.get(0);
                }))) {
      pools.get(0).create();
      assertThat(trial.closeClient().orElseThrow().journal().entries())
          .extracting(RpcRecord::latencyNanos)
          .containsExactly(0L, 7L);
    }
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
    try (Trial trial =
        Trial.prepare(Scenarios.on(scenario(workload), OtherPoolsTest::multiplexed))) {
      trial.run();
      assertThatIllegalStateException()
          .isThrownBy(trial::finish)
          .withMessageContaining("multiplexed sessions were in use (1 CreateSession RPCs, ");
    }
  }

  /** The client of this build with its default: one multiplexed session serves all reads. */
  private static PoolUnderTest multiplexed(ServerAddress address) {
    ClientChannels byDefault =
        new ClientChannels(0, ClientChannels.DEFAULT, ClientChannels.DEFAULT, 0);
    return new SpannerDriver(
        new DriverOptions(byDefault, Map.of(), true, true, new Attempts()),
        address.url(),
        address.messages());
  }
}
