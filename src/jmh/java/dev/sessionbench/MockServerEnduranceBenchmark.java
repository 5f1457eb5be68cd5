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
 * Measures whether a mock server endures: what it keeps of many RPCs and many sessions, and whether
 * it holds a rate.
 *
 * <p>Each run measures the heap that is alive after full collections, client included. {@code
 * heapGrowth} is its growth since the server was warm, {@code heapUsed} its size.
 *
 * <p>{@code java -jar target/benchmarks.jar run MockServerEnduranceBenchmark -p transport=tcp}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseParallelGC"})
public class MockServerEnduranceBenchmark {
  /**
   * Millions of RPCs. It creates sessions 25 at a time and deletes them, a tenth as many as RPCs;
   * then it sends queries and transactions in equal parts.
   */
  @Benchmark
  public void manyRpcs(MockServerEnduranceState.ManyRpcs state) throws InterruptedException {
    state.run();
  }

  /** A million sessions, created 100 at a time and kept, in a heap of 256 MB. */
  @Benchmark
  @Fork(
      value = 1,
      jvmArgs = {"-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"})
  public void millionSessions(MockServerEnduranceState.MillionSessions state)
      throws InterruptedException {
    state.run();
  }

  /** The same sessions, and a query in each. */
  @Benchmark
  @Fork(
      value = 1,
      jvmArgs = {"-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"})
  public void millionUsedSessions(MockServerEnduranceState.MillionUsedSessions state)
      throws InterruptedException {
    state.run();
  }

  /**
   * 30,000 queries a second for a minute, started at that rate even if earlier ones have not ended.
   * {@code delayP50}, {@code delayP99} and {@code delayMax} are from when a query was due to the
   * end of its reply.
   */
  @Benchmark
  public void pacedQueries(MockServerEnduranceState.PacedQueries state)
      throws InterruptedException {
    state.run();
  }
}
