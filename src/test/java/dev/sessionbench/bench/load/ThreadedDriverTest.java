package dev.sessionbench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThreadedDriverTest {
  private static final int OPERATIONS = 10;

  private final FakeOperations client = new FakeOperations();

  private static LoadPlan plan(Workload workload) {
    boolean steady = workload == Workload.STEADY_INCREASE;
    return workload.plan(workload.size(4, steady ? 4 : OPERATIONS, steady ? 1 : 3, 1));
  }

  private static LoadPlan writes(int size, int callers) {
    return new LoadPlan(size, callers, i -> new Operation(Kind.WRITE, 0, 0, 0, false));
  }

  private void run(Workload workload) throws InterruptedException {
    try (ThreadedDriver load = new ThreadedDriver(plan(workload), client, false)) {
      load.run();
      assertThat(load.operations())
          .hasSize(OPERATIONS)
          .allMatch(o -> o.waitNanos() >= 0 && o.releasedNanos() >= o.acquiredNanos())
          .allMatch(o -> o.hadSession() && !o.failed());
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
  void steadyIncreaseKeepsEverySessionUntilItIsClosed() throws InterruptedException {
    try (ThreadedDriver load = new ThreadedDriver(plan(Workload.STEADY_INCREASE), client, false)) {
      load.run();
      assertThat(client.open).hasValue(4);
      assertThat(load.operations())
          .hasSize(4)
          .allMatch(o -> o.releasedNanos() == OperationTimes.NEVER);
    }
    assertThat(client.open).hasValue(0);
  }

  @Test
  void anOperationBeginsNotBeforeItsArrival() throws InterruptedException {
    long arrivalNanos = 3_000_000;
    LoadPlan late =
        new LoadPlan(2, 1, i -> new Operation(Kind.WRITE, i * arrivalNanos, 0, 0, false));
    try (ThreadedDriver load = new ThreadedDriver(late, client, false)) {
      long before = System.nanoTime();
      load.run();
      assertThat(load.operations().get(1).wantedNanos() - before)
          .isGreaterThanOrEqualTo(arrivalNanos);
    }
  }

  @Test
  void aWaitCountsFromTheArrivalHoweverLateItsCallerIs() throws InterruptedException {
    LoadPlan late = new LoadPlan(3, 1, i -> new Operation(Kind.WRITE, i, 0, 0, false));
    try (ThreadedDriver load = new ThreadedDriver(late, client, false)) {
      load.run();
      long start = load.operations().get(1).wantedNanos() - 1;
      assertThat(load.operations().get(2).wantedNanos()).isEqualTo(start + 2);
      assertThat(load.operations().get(2).acquiredNanos())
          .isGreaterThan(load.operations().get(1).releasedNanos());
    }
  }

  @Test
  void whoComesLateForItsArrivalDoesNotThinkBesides() throws InterruptedException {
    long thinkNanos = 5_000_000;
    LoadPlan late =
        new LoadPlan(20, 1, i -> new Operation(Kind.WRITE, 1 + i, thinkNanos, 0, false));
    try (ThreadedDriver load = new ThreadedDriver(late, client, false)) {
      load.run();
      List<OperationTimes> played = load.operations();
      // All are due when the first is; a busy machine may hold some of them up, and not all.
      assertThat(IntStream.range(1, 20))
          .anyMatch(
              i -> played.get(i).acquiredNanos() - played.get(i - 1).releasedNanos() < thinkNanos);
    }
  }

  @Test
  void whoeverIsHeldKeepsNoOtherOperationOfAnOpenLoadWaiting() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(100);
    FakeOperations together =
        new FakeOperations() {
          @Override
          public void write() {
            all.countDown();
            try {
              all.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            super.write();
          }
        };
    LoadPlan open = LoadPlan.open(100, i -> new Operation(Kind.WRITE, 1 + i, 0, 0, false));
    try (ThreadedDriver load = new ThreadedDriver(open, together, false)) {
      load.run();
    }
    assertThat(together.writes).hasValue(100);
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
    try (ThreadedDriver load = new ThreadedDriver(writes(1_000, 3), recording, false)) {
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
    try (ThreadedDriver load = new ThreadedDriver(writes(OPERATIONS, 3), failing, false)) {
      assertThatIllegalStateException().isThrownBy(load::run).withCause(failure);
    }
  }

  @Test
  void aFailureThatIsToleratedIsRecordedWithWhetherItHadASession() throws InterruptedException {
    FakeOperations failing =
        new FakeOperations() {
          @Override
          public void write() {
            if (writes.incrementAndGet() % 2 == 0) {
              AcquireWait.endCurrent();
            }
            throw new IllegalArgumentException("no such row");
          }
        };
    try (ThreadedDriver load = new ThreadedDriver(writes(OPERATIONS, 1), failing, true)) {
      load.run();
      assertThat(load.operations())
          .hasSize(OPERATIONS)
          .allMatch(OperationTimes::failed)
          .allMatch(o -> o.waitNanos() >= 0 && o.releasedNanos() != OperationTimes.NEVER);
      assertThat(load.operations().stream().filter(OperationTimes::hadSession))
          .hasSize(OPERATIONS / 2);
    }
  }

  @Test
  void anOperationThatSentNoRpcOnItsOwnThreadIsAnError() throws InterruptedException {
    FakeOperations elsewhere =
        new FakeOperations() {
          @Override
          public void write() {}
        };
    try (ThreadedDriver load = new ThreadedDriver(writes(1, 1), elsewhere, false)) {
      assertThatIllegalStateException()
          .isThrownBy(load::run)
          .withMessageContaining("the operation sent no RPC on its own thread");
    }
  }

  @Test
  void aLoadThatNeverRanCanBeClosed() {
    new ThreadedDriver(plan(Workload.BURST_READ), client, false).close();
    assertThat(client.reads).hasValue(0);
  }
}
