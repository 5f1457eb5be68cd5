package dev.sessionbench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.load.LoadPlan.Stay;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** A client that runs an action before each write. */
  private static FakeOperations before(Runnable write) {
    return new FakeOperations() {
      @Override
      public void write() {
        write.run();
        super.write();
      }
    };
  }

  private static List<OperationTimes> played(LoadPlan plan, FakeOperations client)
      throws InterruptedException {
    try (ThreadedDriver load = new ThreadedDriver(plan, client, failed -> false)) {
      load.run();
      return load.operations();
    }
  }

  @ParameterizedTest
  @CsvSource({"BURST_READ, 10, 0", "BURST_WRITE, 0, 10", "BURST_READ_AND_WRITE, 5, 5"})
  void burstMakesItsReadsAndWrites(Workload workload, int reads, int writes)
      throws InterruptedException {
    assertThat(played(plan(workload), client))
        .hasSize(OPERATIONS)
        .allMatch(o -> o.waitNanos() >= 0 && o.releasedNanos() >= o.acquiredNanos())
        .allMatch(o -> o.hadSession() && !o.failed());
    assertThat(client.reads).hasValue(reads);
    assertThat(client.writes).hasValue(writes);
  }

  @Test
  void steadyIncreaseKeepsEverySessionUntilClosed() throws InterruptedException {
    try (ThreadedDriver load =
        new ThreadedDriver(plan(Workload.STEADY_INCREASE), client, failed -> false)) {
      load.run();
      assertThat(client.open).hasValue(4);
      assertThat(load.operations())
          .hasSize(4)
          .allMatch(o -> o.releasedNanos() == OperationTimes.NEVER);
    }
    assertThat(client.open).hasValue(0);
  }

  @Test
  void operationDoesNotBeginBeforeItsArrival() throws InterruptedException {
    long arrivalNanos = 3_000_000;
    LoadPlan late =
        new LoadPlan(2, 1, i -> new Operation(Kind.WRITE, i * arrivalNanos, 0, 0, false));
    long before = System.nanoTime();
    assertThat(played(late, client).get(1).wantedNanos() - before)
        .isGreaterThanOrEqualTo(arrivalNanos);
  }

  @Test
  void callersBeginOperationsOnlyDuringTheirStay() throws InterruptedException {
    long leavesNanos = 20_000_000;
    LoadPlan plan =
        new LoadPlan(
            1_000_000,
            2,
            i -> new Operation(Kind.WRITE, 0, 100_000, 0, false),
            /* open= */ false,
            caller -> new Stay(caller * leavesNanos / 2, leavesNanos));
    long before = System.nanoTime();
    List<OperationTimes> played = played(plan, client);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(leavesNanos);
    assertThat(played).isNotEmpty().hasSizeLessThan(plan.size());
  }

  @Test
  void aFailureThatIsNotToleratedStopsOthersThatAre() {
    AtomicInteger writes = new AtomicInteger();
    FakeOperations failing =
        before(
            () -> {
              AcquireWait.endCurrent();
              throw new IllegalArgumentException("no row " + writes.incrementAndGet());
            });
    AtomicInteger failures = new AtomicInteger();
    try (ThreadedDriver load =
        new ThreadedDriver(
            writes(OPERATIONS, 1), failing, failed -> failures.incrementAndGet() < 3)) {
      assertThatIllegalStateException().isThrownBy(load::run).withMessageEndingWith("no row 3");
      assertThat(load.operations()).hasSize(2);
    }
  }

  @Test
  void waitCountsFromTheArrivalOfALateCaller() throws InterruptedException {
    LoadPlan late = new LoadPlan(3, 1, i -> new Operation(Kind.WRITE, i, 0, 0, false));
    List<OperationTimes> played = played(late, client);
    assertThat(played.get(2).wantedNanos()).isEqualTo(played.get(1).wantedNanos() + 1);
    assertThat(played.get(2).acquiredNanos()).isGreaterThan(played.get(1).releasedNanos());
  }

  @Test
  void lateCallerAddsNoThinkTime() throws InterruptedException {
    long thinkNanos = 5_000_000;
    LoadPlan late =
        new LoadPlan(20, 1, i -> new Operation(Kind.WRITE, 1 + i, thinkNanos, 0, false));
    List<OperationTimes> played = played(late, client);
    // All are due when the first is; a busy machine may delay some of them, but not all.
    assertThat(IntStream.range(1, 20))
        .anyMatch(
            i -> played.get(i).acquiredNanos() - played.get(i - 1).releasedNanos() < thinkNanos);
  }

  @Test
  void blockedOperationDoesNotDelayAnOpenLoad() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(100);
    FakeOperations together =
        before(
            () -> {
              all.countDown();
              try {
                all.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    LoadPlan open = LoadPlan.open(100, i -> new Operation(Kind.WRITE, 1 + i, 0, 0, false));
    var unused = played(open, together);
    assertThat(together.writes).hasValue(100);
  }

  @Test
  void burstUsesItsThreadsAndEndsThem() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    var unused = played(writes(1_000, 3), before(() -> threads.add(Thread.currentThread())));
    assertThat(threads).hasSizeBetween(1, 3).noneMatch(Thread::isAlive);
  }

  @Test
  void firstFailureEndsABurstAndIsItsCause() {
    IllegalArgumentException failure = new IllegalArgumentException("no such row");
    FakeOperations failing =
        before(
            () -> {
              throw failure;
            });
    assertThatIllegalStateException()
        .isThrownBy(() -> played(writes(OPERATIONS, 3), failing))
        .withCause(failure);
  }

  @Test
  void recordsWhetherAToleratedFailureHadASession() throws InterruptedException {
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
    try (ThreadedDriver load = new ThreadedDriver(writes(OPERATIONS, 1), failing, failed -> true)) {
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
  void refusesAnOperationWithoutAnRpcOnItsThread() {
    FakeOperations elsewhere =
        new FakeOperations() {
          @Override
          public void write() {}
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> played(writes(1, 1), elsewhere))
        .withMessageContaining("the operation sent no RPC on its own thread");
  }

  @Test
  void closesALoadThatNeverRan() {
    new ThreadedDriver(plan(Workload.BURST_READ), client, failed -> false).close();
    assertThat(client.reads).hasValue(0);
  }
}
