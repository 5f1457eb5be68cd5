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
 * How long agents on a leaderboard take for as many transactions each, by the number of agents: it
 * stays the same until the pool runs dry, and then grows with every agent. The scenarios of the
 * exhaustion study (docs/find-why-it-waits.md), one a cell.
 *
 * <p>Not part of a run that names no benchmark: {@code java -jar target/benchmarks.jar run
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
