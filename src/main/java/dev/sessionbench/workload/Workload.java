package dev.sessionbench.workload;

import dev.sessionbench.client.SpannerOperations;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;

/**
 * The four loads of the original benchmark (SessionPoolBenchmark of java-spanner, 2020).
 *
 * <p>A burst makes 8 x max operations from 2 x max threads, so that the demand passes what the pool
 * can hold. The steady increase holds one session after the other until the pool is full.
 */
public enum Workload {
  /** A burst of reads. */
  BURST_READ("burstRead") {
    @Override
    public Load prepare(WorkloadOptions options, SpannerOperations client) {
      return new BurstLoad(options, 0, client);
    }
  },
  /** A burst of writes. */
  BURST_WRITE("burstWrite") {
    @Override
    public Load prepare(WorkloadOptions options, SpannerOperations client) {
      return new BurstLoad(options, options.operations(), client);
    }
  },
  /** A burst of which the first half is writes and the second reads, in the original's order. */
  BURST_READ_AND_WRITE("burstReadAndWrite") {
    @Override
    public Load prepare(WorkloadOptions options, SpannerOperations client) {
      return new BurstLoad(options, options.operations() / 2, client);
    }
  },
  /** One read after the other, each of which keeps its session. */
  STEADY_INCREASE("steadyIncrease") {
    @Override
    public Load prepare(WorkloadOptions options, SpannerOperations client) {
      return new SteadyLoad(options.operations(), client);
    }

    @Override
    public WorkloadOptions options(PoolShape shape, int operations, int concurrency, long seed) {
      int held = operations == DEFAULT ? shape.maxSessions() : operations;
      if (held > shape.maxSessions()) {
        throw new IllegalArgumentException(
            "operations=%d: must be at most maxSessions (%d) for steadyIncrease, which holds every session"
                .formatted(held, shape.maxSessions()));
      }
      // It is one thread, but every session that it has taken stays in use.
      return new WorkloadOptions(shape, held, held, seed, 1);
    }

    /** The statement is free, so that the time is that of the growth alone. */
    @Override
    public LatencyProfile serverTimes(LatencyProfile profile) {
      return profile.with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.NONE);
    }

    /** What it does between RPCs is the same work at once, so nothing need be waited for. */
    @Override
    public LatencyProfile warmupServerTimes(LatencyProfile profile) {
      return LatencyProfile.none();
    }

    @Override
    public boolean growsByClosedForm() {
      return true;
    }
  };

  /** Stands for the original's number of operations or threads. */
  public static final int DEFAULT = 0;

  private static final int OPERATIONS_PER_SESSION = 8;
  private static final int THREADS_PER_SESSION = 2;

  private final String benchmarkName;

  Workload(String benchmarkName) {
    this.benchmarkName = benchmarkName;
  }

  /** The name of the benchmark method. */
  public String benchmarkName() {
    return benchmarkName;
  }

  /**
   * Prepares the load, so that running it does nothing but the load.
   *
   * @param options its size
   * @param client what it is put on
   * @return the load, to be run once
   */
  public abstract Load prepare(WorkloadOptions options, SpannerOperations client);

  /**
   * The size of the load.
   *
   * @param shape the pool
   * @param operations how many operations, or {@link #DEFAULT}
   * @param concurrency how many threads, or {@link #DEFAULT}
   * @param seed the seed
   * @return the size, with the original's numbers in place of the defaults
   * @throws IllegalArgumentException naming the parameter, its value and what would be right
   */
  public WorkloadOptions options(PoolShape shape, int operations, int concurrency, long seed) {
    return new WorkloadOptions(
        shape,
        operations == DEFAULT ? OPERATIONS_PER_SESSION * shape.maxSessions() : operations,
        concurrency == DEFAULT ? THREADS_PER_SESSION * shape.maxSessions() : concurrency,
        seed,
        1);
  }

  /**
   * The simulated server times under which this load is measured.
   *
   * @param profile the times of the run
   * @return the same, or with what would only blur the measurement taken out
   */
  public LatencyProfile serverTimes(LatencyProfile profile) {
    return profile;
  }

  /**
   * The simulated server times for runs that only warm the process up.
   *
   * @param profile the times of the run
   * @return the times under which the load does the same work, soonest
   */
  public LatencyProfile warmupServerTimes(LatencyProfile profile) {
    return profile;
  }

  /** Whether the demand is certain, so that the number of RPCs is too. */
  public boolean growsByClosedForm() {
    return false;
  }
}
