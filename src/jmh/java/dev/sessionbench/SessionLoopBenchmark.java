package dev.sessionbench;

import dev.sessionbench.bench.load.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what the client itself takes to open, to acquire a session and to release it. The server
 * answers at once, and callers hold their sessions for no time.
 *
 * <p>Each caller reads one row after the other. With one caller and one session, a session that
 * comes back late delays the next read. With 64 callers and 64 sessions, the callers contend for
 * the pool's lock.
 *
 * <p>A run that names no benchmark leaves it out: {@code java -jar target/benchmarks.jar run
 * acquireRelease -p minSessions=64 -p maxSessions=64 -p incStep=25}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 3)
@Fork(
    value = 3,
    jvmArgs = {
      "-Xms1g",
      "-Xmx1g",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-XX:+UnlockDiagnosticVMOptions",
      "-XX:-BytecodeVerificationRemote"
    })
public class SessionLoopBenchmark {
  /** State of {@link #acquireRelease}. */
  public static class AcquireRelease extends SessionPoolState {
    /** For JMH. */
    public AcquireRelease() {
      super(Workload.ACQUIRE_RELEASE);
    }
  }

  /** Reads that take no time, from as many callers as there are sessions. */
  @Benchmark
  public void acquireRelease(AcquireRelease state) throws InterruptedException {
    state.run();
  }
}
