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
 * Measures what a faulty server does to a growing pool: the application's errors, the waiters that
 * each failed RPC fails, and the time to recovery.
 *
 * <p>The first half of the load is writes, under which the pool grows from 100 to 400 sessions;
 * then come reads. Failed operations are counted and not retried. The faults begin with the load. A
 * run fails if the pool leaks sessions or exceeds its maximum. The warm-up is a run without faults.
 *
 * <p>A run that names no benchmark leaves it out: {@code java -jar target/benchmarks.jar run
 * FaultBenchmark} measures all scenarios; {@code ... run FaultBenchmark -p scenario=goAway} one.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
public class FaultBenchmark {
  /** A burst of writes followed by as many reads, while the server goes wrong. */
  @Benchmark
  public void burst(FaultState state) throws InterruptedException {
    state.run();
  }
}
