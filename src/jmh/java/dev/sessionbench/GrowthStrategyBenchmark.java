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
 * What a load costs on a pool that grows by each rule there is: requests, sessions, waits, idle
 * time and refused callers, over the same RPCs to the same simulated server as in {@link
 * SessionPoolBenchmark}. The pool is our own, or with {@code strategy=client} the real client's.
 *
 * <p>Loads and rules are those of {@code simulate}, whose cells have the names of these, so that
 * {@code compare} sets what is measured beside what virtual time predicts.
 *
 * <p>Not part of a run that names no benchmark, nor of one whose pattern matches the main one too:
 * {@code java -jar target/benchmarks.jar run burstRead$ -p strategy=client,fixed-step,doubling}.
 * There and in results the loads go without {@code ByStrategy}, and each parameter has a name of
 * its own; JMH itself has one parameter for all of them.
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

  /** A burst of reads that want fewer sessions than there may be. */
  @Benchmark
  public void burstBelowMaxByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Bursts of reads with nothing between them. */
  @Benchmark
  @OperationsPerInvocation(2)
  public void repeatedBurstsByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Agents who think, hold a session, and think again. */
  @Benchmark
  public void agentsByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** Reads that come at random moments, whatever became of those before. */
  @Benchmark
  public void poissonByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }

  /** What a file describes, on the pool and against the service that it describes. */
  @Benchmark
  public void describedByStrategy(GrowthStrategyState state) throws InterruptedException {
    state.run();
  }
}
