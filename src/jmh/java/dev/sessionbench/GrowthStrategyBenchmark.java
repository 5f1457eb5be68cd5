package dev.sessionbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what a load costs on a pool with each growth strategy: requests, sessions, waits, idle
 * time and refused callers. RPCs and simulated server are those of {@link SessionPoolBenchmark}.
 * The pool is the suite's own, or the real client's with {@code strategy=client}.
 *
 * <p>Loads and strategies are those of {@code simulate}, whose cells have the same names. So {@code
 * compare} shows measured metrics next to those that virtual time predicts.
 *
 * <p>A run leaves it out if it names no benchmark, or if its pattern also matches the main one. A
 * strategy selects it: {@code java -jar target/benchmarks.jar run burstRead$ -p
 * strategy=client,fixed-step,doubling}. There and in results the loads have no {@code ByStrategy},
 * and each parameter has its own name. JMH itself has one parameter for all of them.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
public class GrowthStrategyBenchmark {
  /** A burst of reads. */
  @Benchmark
  @OperationsPerInvocation(2)
  public void burstReadByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** A burst of writes. */
  @Benchmark
  @OperationsPerInvocation(3)
  public void burstWriteByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** A burst of writes followed by as many reads. */
  @Benchmark
  @OperationsPerInvocation(2)
  public void burstReadAndWriteByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Reads that keep their sessions, one after the other. */
  @Benchmark
  @Warmup(iterations = 12)
  @OperationsPerInvocation(4)
  public void steadyIncreaseByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** A burst of reads that want fewer sessions than the maximum. */
  @Benchmark
  public void burstBelowMaxByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Repeated bursts of reads with no load between them. */
  @Benchmark
  @OperationsPerInvocation(2)
  public void repeatedBurstsByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Agents that think, hold a session, and think again. */
  @Benchmark
  public void agentsByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Reads that come at random times, even if earlier ones have not ended. */
  @Benchmark
  public void poissonByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** The load of a file, on the pool and against the service that the file describes. */
  @Benchmark
  public void describedByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }
}
