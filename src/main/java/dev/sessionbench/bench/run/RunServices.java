package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Machine;
import dev.sessionbench.base.results.Machine.LinuxMachine;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Gives a run access to its environment, so that tests can replace all of it.
 *
 * @param benchmarks the existing benchmarks
 * @param environment the environment, from the order's seed and the run's start time, ISO 8601 in
 *     UTC
 * @param machine gives the machine's load
 * @param clock gives the time
 * @param pauseNanos waits
 * @param lock keeps other runs off the machine; gives the action that releases it
 * @param runners makes the runner of forks, from a command line and JMH's output
 */
public record RunServices(
    BenchmarkList benchmarks,
    BiFunction<Long, String, Environment> environment,
    Machine machine,
    Clock clock,
    LongConsumer pauseNanos,
    Supplier<Runnable> lock,
    BiFunction<CommandLineOptions, PrintStream, ForkRunner<PlannedFork>> runners) {
  /** Runs an action while no other run is on the machine. */
  public <T> T alone(Supplier<T> action) {
    Runnable release = lock.get();
    try {
      return action.get();
    } finally {
      release.run();
    }
  }

  /** The services of the real environment. */
  public static RunServices real() {
    return new RunServices(
        BenchmarkList.defaultList(),
        Environment::read,
        new LinuxMachine(),
        SystemTime.CLOCK.calendar(),
        SystemTime.CLOCK::park,
        MachineLock::takeUnlessIgnored,
        JmhForkRunner::new);
  }

  /**
   * Keeps other JMH runs off this machine from a run's first fork to its last.
   *
   * <p>JMH takes its lock for each of its runs, and each fork is one such run. Between two forks
   * another JMH could start, and all later forks would fail. So this class takes the lock once, and
   * JMH is set to ignore it. JMH reads that setting once, when its runner is first used.
   */
  static final class MachineLock {
    /** Where JMH 1.37 keeps its lock. */
    private static final String FILE = "jmh.lock";

    private static final String IGNORE = "jmh.ignoreLock";

    private MachineLock() {}

    /**
     * Takes the lock, unless JMH is set to ignore it ({@code -Djmh.ignoreLock=true}).
     *
     * @return releases the lock
     * @throws BadInput if another JMH run holds it
     */
    static Runnable takeUnlessIgnored() {
      return Boolean.getBoolean(IGNORE)
          ? () -> {}
          : take(Path.of(System.getProperty("java.io.tmpdir"), FILE));
    }

    static Runnable take(Path file) {
      try {
        // If the lock is taken, this stays open: closing it might release that lock.
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        BadInput.when(
            !lock(channel),
            "%s: another JMH run holds this lock; wait until it has ended, or end it",
            file);
        System.setProperty(IGNORE, "true");
        return () -> release(channel);
      } catch (IOException e) {
        throw new BadInput(file + ": must be a file that can be locked (" + e + ")");
      }
    }

    private static boolean lock(FileChannel channel) throws IOException {
      try {
        return channel.tryLock() != null;
      } catch (OverlappingFileLockException e) {
        // This process holds the lock.
        return false;
      }
    }

    private static void release(FileChannel channel) {
      System.clearProperty(IGNORE);
      try {
        channel.close();
      } catch (IOException e) {
        // The process is about to end, which releases the lock.
        System.getLogger(MachineLock.class.getName()).log(System.Logger.Level.DEBUG, "lock", e);
      }
    }
  }
}
