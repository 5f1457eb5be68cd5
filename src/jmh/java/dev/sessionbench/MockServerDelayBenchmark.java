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
 * How true a mock server's simulated time is: ours and the client's own {@code
 * MockSpannerServiceImpl}, under raw gRPC calls from the same process.
 *
 * <p>Beside its score each carries figures: the time that clients saw beyond the simulated one
 * ({@code clientErrorP50}, {@code clientErrorP99}), by how much our server's replies were late on
 * its own clock ({@code serverLatenessP99}), and the most threads that the server had ({@code
 * serverThreads}).
 *
 * <p>{@code java -jar target/benchmarks.jar run MockServerDelayBenchmark -p transport=tcp}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"})
public class MockServerDelayBenchmark {
  /** 10,000 statements of one second, started as fast as the client can, all in flight at once. */
  @Benchmark
  @Warmup(iterations = 5)
  @Measurement(iterations = 1)
  public void burst(MockServerDelayState.Burst state) throws InterruptedException {
    state.run();
  }

  /**
   * The same 10,000, due at an even pace within 200 ms and so in flight together for 800 ms. In
   * {@link #burst} client and server want the same processors for more than they have, and a reply
   * is late because others are before it; here what is left is the lateness of the timers.
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

  /** One statement of 10 ms after the other, 300 of them. */
  @Benchmark
  @Warmup(iterations = 1)
  @Measurement(iterations = 1)
  public void oneInFlight(MockServerDelayState.One state) throws InterruptedException {
    state.run();
  }
}
