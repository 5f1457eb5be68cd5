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
 * What a server that goes wrong does to a growing pool: errors that the application sees, waiters
 * failed for each failed RPC, and the time until all is well again.
 *
 * <p>The load is half writes, under which the pool grows from 100 to 400 sessions, then reads; an
 * operation that fails is counted and not tried again. The faults begin with the load. A run in
 * which the pool leaks sessions or passes its maximum fails. The warm-up is a run without faults.
 *
 * <p>Not part of a run that names no benchmark: {@code java -jar target/benchmarks.jar run
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
