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
 * Whether a mock server lasts: what it keeps of many RPCs and of many sessions, and whether it
 * holds a rate.
 *
 * <p>Each run tells what is alive on the heap after full collections, client included: by how much
 * that has grown since the server was warm ({@code heapGrowth}), and how much it is ({@code
 * heapUsed}).
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
   * RPCs by the million: sessions created 25 at a time and deleted, a tenth as many as RPCs, then
   * queries and transactions in equal parts.
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

  /** The same, and a query in each session. */
  @Benchmark
  @Fork(
      value = 1,
      jvmArgs = {"-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"})
  public void millionUsedSessions(MockServerEnduranceState.MillionUsedSessions state)
      throws InterruptedException {
    state.run();
  }

  /**
   * 30,000 queries a second for a minute, started at that rate whether or not earlier ones have
   * ended. {@code delayP50}, {@code delayP99} and {@code delayMax} are from when a query was due to
   * the end of its reply.
   */
  @Benchmark
  public void pacedQueries(MockServerEnduranceState.PacedQueries state)
      throws InterruptedException {
    state.run();
  }
}
