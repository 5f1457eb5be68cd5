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
 * Measures how many RPCs a second a mock server answers. A closed loop of raw gRPC calls from the
 * same process keeps 64 in flight. It compares this project's server, the client's own {@code
 * MockSpannerServiceImpl}, and a service that returns constant bytes. The last uses this project's
 * transport and is the limit.
 *
 * <p>The load is the same for all: one channel, requests serialised beforehand, and replies that
 * are not read except for the id of a transaction. Only the servers differ.
 *
 * <p>The warm-up is as long as the compiler needs on two cores that the load keeps busy. After five
 * iterations a server's throughput was still a fifth below its final value.
 *
 * <p>{@code java -jar target/benchmarks.jar run MockServerBenchmark -p transport=tcp}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 12, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 5,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"})
public class MockServerBenchmark {
  private static final int RPCS = 10_000;

  /** Queries of one row. */
  @Benchmark
  @OperationsPerInvocation(RPCS)
  public void executeStreamingSql(MockServerState.Sql state) throws InterruptedException {
    state.run(RPCS);
  }

  /** Creations of 25 sessions each. */
  @Benchmark
  @OperationsPerInvocation(RPCS)
  public void batchCreateSessions(MockServerState.Sessions state) throws InterruptedException {
    state.run(RPCS);
  }

  /** Read-write transactions that begin and commit. Each RPC counts as one. */
  @Benchmark
  @OperationsPerInvocation(RPCS)
  public void beginAndCommit(MockServerState.Transactions state) throws InterruptedException {
    state.run(RPCS);
  }
}
