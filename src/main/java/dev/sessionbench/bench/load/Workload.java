package dev.sessionbench.bench.load;

import com.google.common.base.CaseFormat;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The four workloads of the original benchmark (SessionPoolBenchmark of java-spanner, 2020), and a
 * closed loop that only acquires and releases.
 *
 * <p>A burst makes 8 x max operations from 2 x max callers, so that the demand exceeds the pool's
 * maximum. Each operation first waits 0 to 9 ms; a read then holds its session 0 to 99 ms at its
 * row. Both are in whole milliseconds, as in the original. The wait of operation i depends only on
 * the seed and i. The steady increase takes one session after the other and keeps them.
 */
public enum Workload {
  /** A burst of reads. */
  BURST_READ(0),
  /** A burst of writes. */
  BURST_WRITE(1),
  /** A burst whose first half is writes and whose second half is reads, in the original's order. */
  BURST_READ_AND_WRITE(0.5),
  /** One read after the other, each of which keeps its session. */
  STEADY_INCREASE(0) {
    @Override
    public LoadSize size(int maxSessions, int operations, int concurrency, long seed) {
      int held = operations == DEFAULT ? maxSessions : operations;
      Invalid.when(
          held > maxSessions,
          "operations=%d: must be at most maxSessions (%d) for steadyIncrease, which holds every session",
          held,
          maxSessions);
      Invalid.when(
          concurrency > 1,
          "concurrency=%d: means nothing to steadyIncrease, which has one caller; name the bursts alone, as in burst",
          concurrency);
      return sized(maxSessions, held, 1, seed);
    }

    @Override
    Operation operation(int i, int writes, long seed) {
      return new Operation(Kind.READ, 0, 0, 0, true);
    }
  },
  /**
   * Reads that take no time, from as many callers as the pool has sessions, one after the other.
   */
  ACQUIRE_RELEASE(0) {
    @Override
    public LoadSize size(int maxSessions, int operations, int concurrency, long seed) {
      long callers = concurrency == DEFAULT ? maxSessions : concurrency;
      long all = operations == DEFAULT ? READS_PER_CALLER * callers : operations;
      return sized(maxSessions, all, callers, seed);
    }

    @Override
    Operation operation(int i, int writes, long seed) {
      return new Operation(Kind.READ, 0, 0, 0, false);
    }
  };

  /** The workloads of the original benchmark. */
  public static final List<Workload> ORIGINAL =
      List.of(BURST_READ, BURST_WRITE, BURST_READ_AND_WRITE, STEADY_INCREASE);

  /** Stands for the original's number of operations or callers. */
  public static final int DEFAULT = 0;

  private static final long READS_PER_CALLER = 400;
  private static final long OPERATIONS_PER_SESSION = 8;
  private static final long CALLERS_PER_SESSION = 2;
  private static final long WAIT_STREAM = 1;
  private static final long HOLD_STREAM = 2;
  private static final long WAIT_BOUND_MILLIS = 10;
  private static final long HOLD_BOUND_MILLIS = 100;

  private final double shareOfWrites;

  Workload(double shareOfWrites) {
    this.shareOfWrites = shareOfWrites;
  }

  /** The name of the benchmark method. */
  public String benchmarkName() {
    return CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, name());
  }

  /**
   * The size of the load.
   *
   * @param maxSessions the most sessions that the pool holds
   * @param operations how many operations, or {@link #DEFAULT}
   * @param concurrency how many callers, or {@link #DEFAULT}; the steady increase has one and
   *     refuses more
   * @param seed the seed
   * @return the size, with the original's numbers in place of the defaults
   * @throws IllegalArgumentException naming the parameter, its value and what would be right
   */
  public LoadSize size(int maxSessions, int operations, int concurrency, long seed) {
    long all = operations == DEFAULT ? OPERATIONS_PER_SESSION * maxSessions : operations;
    long callers = concurrency == DEFAULT ? CALLERS_PER_SESSION * maxSessions : concurrency;
    return sized(maxSessions, all, callers, seed);
  }

  private static LoadSize sized(int maxSessions, long operations, long callers, long seed) {
    Invalid.when(
        operations > LoadPlan.MAX_OPERATIONS || callers > LoadPlan.MAX_CALLERS,
        "maxSessions=%d: makes operations=%d concurrency=%d: must be at most %d and %d",
        maxSessions,
        operations,
        callers,
        LoadPlan.MAX_OPERATIONS,
        LoadPlan.MAX_CALLERS);
    return new LoadSize((int) operations, (int) callers, seed, 1);
  }

  /** The load of a size. */
  public LoadPlan plan(LoadSize size) {
    int writes = (int) (size.operations() * shareOfWrites);
    return new LoadPlan(
            size.operations(), size.concurrency(), i -> operation(i, writes, size.seed()))
        .stretched(size.timeScale());
  }

  Operation operation(int i, int writes, long seed) {
    long thinkNanos = drawNanos(seed, WAIT_STREAM, i, WAIT_BOUND_MILLIS);
    return i < writes
        ? new Operation(Kind.WRITE, 0, thinkNanos, 0, false)
        : new Operation(
            Kind.READ, 0, thinkNanos, drawNanos(seed, HOLD_STREAM, i, HOLD_BOUND_MILLIS), false);
  }

  private static long drawNanos(long seed, long stream, int i, long boundMillis) {
    return TimeUnit.MILLISECONDS.toNanos(SeededDraws.uniform(seed, stream, i, boundMillis));
  }

  /**
   * The size of a load.
   *
   * @param operations reads and writes together, at least 1
   * @param concurrency operations in progress at the same time, at least 1
   * @param seed decides every wait of every operation
   * @param timeScale factor by which every wait is multiplied, from 1 to {@value #MAX_TIME_SCALE}
   */
  public record LoadSize(int operations, int concurrency, long seed, int timeScale) {
    /** The largest factor for simulated times. */
    public static final int MAX_TIME_SCALE = 100;

    /** The same size with another factor for waits. */
    public LoadSize withTimeScale(int other) {
      return new LoadSize(operations, concurrency, seed, other);
    }

    /** Half as many operations, but enough to keep every caller busy once. */
    public LoadSize halved() {
      int fewest = Math.min(operations, concurrency);
      return new LoadSize(Math.max(fewest, operations / 2), concurrency, seed, timeScale);
    }
  }
}
