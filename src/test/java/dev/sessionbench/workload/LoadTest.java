package dev.sessionbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.model.PoolShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final PoolShape SHAPE = new PoolShape(1, 4, 1, 1);
  private static final int OPERATIONS = 10;

  private final FakeOperations client = new FakeOperations();

  private static WorkloadOptions options(Workload workload) {
    return workload.options(SHAPE, workload == Workload.STEADY_INCREASE ? 4 : OPERATIONS, 3, 1);
  }

  private void run(Workload workload) throws InterruptedException {
    try (Load load = workload.prepare(options(workload), client)) {
      load.run();
      assertThat(load.operations())
          .isNotEmpty()
          .allMatch(o -> o.waitNanos() >= 0 && o.releasedNanos() >= o.acquiredNanos());
    }
  }

  @Test
  void burstReadMakesNothingButReads() throws InterruptedException {
    run(Workload.BURST_READ);
    assertThat(client.reads).hasValue(OPERATIONS);
    assertThat(client.writes).hasValue(0);
  }

  @Test
  void burstWriteMakesNothingButWrites() throws InterruptedException {
    run(Workload.BURST_WRITE);
    assertThat(client.reads).hasValue(0);
    assertThat(client.writes).hasValue(OPERATIONS);
  }

  @Test
  void burstReadAndWriteMakesHalfOfEach() throws InterruptedException {
    run(Workload.BURST_READ_AND_WRITE);
    assertThat(client.reads).hasValue(OPERATIONS / 2);
    assertThat(client.writes).hasValue(OPERATIONS / 2);
  }

  @Test
  void steadyIncreaseHoldsEverySessionUntilItIsClosed() throws InterruptedException {
    try (Load load = Workload.STEADY_INCREASE.prepare(options(Workload.STEADY_INCREASE), client)) {
      load.run();
      assertThat(client.open).hasValue(4);
    }
    assertThat(client.open).hasValue(0);
  }

  @Test
  void aBurstUsesAsManyThreadsAsItWasGivenAndLeavesNone() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    FakeOperations recording =
        new FakeOperations() {
          @Override
          public void write() {
            threads.add(Thread.currentThread());
            super.write();
          }
        };
    try (Load load =
        Workload.BURST_WRITE.prepare(new WorkloadOptions(SHAPE, 1_000, 3, 1, 1), recording)) {
      load.run();
    }
    assertThat(threads).hasSizeBetween(1, 3).noneMatch(Thread::isAlive);
  }

  @Test
  void theFirstFailureEndsABurstAndIsItsCause() throws InterruptedException {
    IllegalArgumentException failure = new IllegalArgumentException("no such row");
    FakeOperations failing =
        new FakeOperations() {
          @Override
          public void write() {
            throw failure;
          }
        };
    try (Load load = Workload.BURST_WRITE.prepare(options(Workload.BURST_WRITE), failing)) {
      assertThatIllegalStateException().isThrownBy(load::run).withCause(failure);
    }
  }

  @Test
  void aLoadThatNeverRanCanBeClosed() {
    Workload.BURST_READ.prepare(options(Workload.BURST_READ), client).close();
    assertThat(client.reads).hasValue(0);
  }

  @Test
  void summarisesTheWaits() {
    List<OperationTimes> operations = new ArrayList<>();
    for (int i = 0; i < 98; i++) {
      operations.add(new OperationTimes(0, 1_000_000, 2_000_000));
    }
    operations.add(new OperationTimes(0, 50_000_000, 60_000_000));
    operations.add(new OperationTimes(0, 80_000_000, 90_000_000));
    AcquireWaits waits = AcquireWaits.of(operations, 1);
    assertThat(waits.percentileNanos(50) / 1e6).isBetween(1.0, 1.001);
    assertThat(waits.percentileNanos(99) / 1e6).isBetween(50.0, 50.1);
    assertThat(waits.percentileNanos(100) / 1e6).isBetween(80.0, 80.1);
  }
}
