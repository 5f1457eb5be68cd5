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
 * Measures how a client opens gRPC channels and spreads its calls over them.
 *
 * <p>A fresh client gets its first traffic from many callers, each of which makes one query of 62
 * ms after the other. The warm-up is a burst on another client in the same process, so that the
 * client is cold but the JVM is not.
 *
 * <p>A run that names no benchmark leaves these out: {@code java -jar target/benchmarks.jar run
 * coldBurst rampUp -p client=6.104.0,6.105.0 -p profile=FILE}. The file limits the streams of a
 * connection.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(
    value = 3,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
public class ChannelBenchmark {
  /** A fresh client whose first traffic comes from all its callers. */
  @Benchmark
  public void coldBurst(ColdBurstState state) throws InterruptedException {
    state.run();
  }

  /** A fresh client whose callers double every second, and then halve. */
  @Benchmark
  public void rampUp(RampUpState state) throws InterruptedException {
    state.run();
  }
}
