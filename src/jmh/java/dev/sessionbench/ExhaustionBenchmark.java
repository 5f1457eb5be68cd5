package dev.sessionbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long agents on a leaderboard take for a fixed number of transactions each, by the
 * number of agents. The time stays the same until the pool is exhausted, and then grows with every
 * agent. Each cell is a scenario of the exhaustion study (docs/find-why-it-waits.md).
 *
 * <p>A run that names no benchmark leaves it out: {@code java -jar target/benchmarks.jar run
 * ExhaustionBenchmark -p scenario=3,8,9}, or {@code -p scenario=0 -p agents=50,400}.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class ExhaustionBenchmark {
  /** Read and write agents in a closed loop. */
  @Benchmark
  public void leaderboard(ExhaustionState state) throws InterruptedException {
    state.run();
  }
}
