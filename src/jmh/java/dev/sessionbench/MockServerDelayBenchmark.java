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
 * Measures how exact a mock server's simulated time is, under raw gRPC calls from the same process.
 * It compares this project's server with the client's own {@code MockSpannerServiceImpl}.
 *
 * <p>Each benchmark reports metrics beside its score. Clients measure the time beyond the simulated
 * one ({@code clientErrorP50}, {@code clientErrorP99}). This project's server measures how late its
 * replies were on its own clock ({@code serverLatenessP99}). The most threads of the server are
 * {@code serverThreads}.
 *
 * <p>{@code java -jar target/benchmarks.jar run MockServerDelayBenchmark -p transport=tcp}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"})
public class MockServerDelayBenchmark {
  /** 10,000 statements of one second, started as fast as possible, all in flight at once. */
  @Benchmark
  @Warmup(iterations = 5)
  @Measurement(iterations = 1)
  public void burst(MockServerDelayState.Burst state) throws InterruptedException {
    state.run();
  }

  /**
   * The same 10,000 statements, due at an even pace within 200 ms and so in flight together for 800
   * ms. In {@link #burst} client and server need more processors than there are, so replies queue
   * behind others. Here only the lateness of the timers is left.
   */
  @Benchmark
  @Warmup(iterations = 5)
  @Measurement(iterations = 1)
  public void spreadBurst(MockServerDelayState.SpreadBurst state) throws InterruptedException {
    state.run();
  }

  /** 1,000 statements of 10 ms in flight in a closed loop: 200 each, so the score is of 200,000. */
  @Benchmark
  @Warmup(iterations = 4)
  @Measurement(iterations = 1)
  public void thousandInFlight(MockServerDelayState.Thousand state) throws InterruptedException {
    state.run();
  }

  /** 300 statements of 10 ms, one after the other. */
  @Benchmark
  @Warmup(iterations = 1)
  @Measurement(iterations = 1)
  public void oneInFlight(MockServerDelayState.One state) throws InterruptedException {
    state.run();
  }
}
