package dev.sessionbench;

import dev.sessionbench.bench.load.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long a load takes on a pool that grows to serve it, and with how many
 * BatchCreateSessions RPCs.
 *
 * <p>The loads and the simulated server are those of the benchmark of the same name in java-spanner
 * (2020). The pool has 100 to 400 sessions over 4 channels. Bursts have 3,200 operations from 800
 * threads. Each operation first waits 0-9 ms and holds its session 0-99 ms at each row. The steady
 * increase has 400 reads, one after the other, that keep their sessions. A fresh pool grows once,
 * so the mode is single shot: one run an iteration, on a fresh server and client.
 *
 * <p>The forks use the serial collector and only the first compiler, which disturb two cores least.
 * A burst then reaches its final time in its second iteration. The second compiler reaches the same
 * time after six iterations, because a burst waits for the server and the pool.
 *
 * <p>A small machine would be busy with the load itself. So all simulated times and waits are
 * multiplied by {@code timeScale}, and the reported times are divided by it. Load and pool stay the
 * same, and everything that is not simulated has more time. JMH divides by its operations per
 * invocation, so another scale also needs {@code -opi}; {@code run} sets it itself.
 *
 * <p>{@code java -jar target/benchmarks.jar run SessionPoolBenchmark} measures all; {@code ... run
 * burstRead -p seed=1,2} one benchmark with two seeds.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
@Fork(
    value = 3,
    jvmArgs = {
      "-Xms1g",
      "-Xmx1g",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      // Verifying seven thousand classes takes 0.2 s of a fork's start, before the clock runs.
      "-XX:+UnlockDiagnosticVMOptions",
      "-XX:-BytecodeVerificationRemote"
    })
public class SessionPoolBenchmark {
  /** State of {@link #burstRead}. */
  public static class BurstRead extends SessionPoolState {
    static final int TIME_SCALE = 2;

    /** The factor of simulated times; reported times are divided by it. */
    @Param("" + TIME_SCALE)
    public int timeScale;

    /** For JMH. */
    public BurstRead() {
      super(Workload.BURST_READ);
    }
  }

  /** State of {@link #burstWrite}. */
  public static class BurstWrite extends SessionPoolState {
    static final int TIME_SCALE = 3;

    /** The factor of simulated times; reported times are divided by it. */
    @Param("" + TIME_SCALE)
    public int timeScale;

    /** For JMH. */
    public BurstWrite() {
      super(Workload.BURST_WRITE);
    }
  }

  /** State of {@link #burstReadAndWrite}. */
  public static class BurstReadAndWrite extends SessionPoolState {
    static final int TIME_SCALE = 2;

    /** The factor of simulated times; reported times are divided by it. */
    @Param("" + TIME_SCALE)
    public int timeScale;

    /** For JMH. */
    public BurstReadAndWrite() {
      super(Workload.BURST_READ_AND_WRITE);
    }
  }

  /** State of {@link #steadyIncrease}. */
  public static class SteadyIncrease extends SessionPoolState {
    static final int TIME_SCALE = 4;

    /** The factor of simulated times; reported times are divided by it. */
    @Param("" + TIME_SCALE)
    public int timeScale;

    /** For JMH. */
    public SteadyIncrease() {
      super(Workload.STEADY_INCREASE);
    }
  }

  /** A burst of reads. */
  @Benchmark
  @OperationsPerInvocation(BurstRead.TIME_SCALE)
  public void burstRead(BurstRead state) throws InterruptedException {
    state.run();
  }

  /** A burst of writes. */
  @Benchmark
  @OperationsPerInvocation(BurstWrite.TIME_SCALE)
  public void burstWrite(BurstWrite state) throws InterruptedException {
    state.run();
  }

  /** A burst of writes followed by as many reads. */
  @Benchmark
  @OperationsPerInvocation(BurstReadAndWrite.TIME_SCALE)
  public void burstReadAndWrite(BurstReadAndWrite state) throws InterruptedException {
    state.run();
  }

  /**
   * Reads that keep their sessions, one after the other. Its warm-up runs take no simulated time,
   * so there may be many. The 400 reads without growth take 130 ms after one warm-up, 50 ms after
   * three, 35 ms after twelve, and no less after 45.
   */
  @Benchmark
  @Warmup(iterations = 12)
  @OperationsPerInvocation(SteadyIncrease.TIME_SCALE)
  public void steadyIncrease(SteadyIncrease state) throws InterruptedException {
    state.run();
  }
}
