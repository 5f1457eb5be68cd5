package dev.sessionbench.cli;

import dev.sessionbench.results.Environment;
import dev.sessionbench.results.EnvironmentReader;
import dev.sessionbench.results.LinuxMachine;
import dev.sessionbench.results.Machine;
import java.io.PrintStream;
import java.time.Clock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * What a run needs of the world around it, so that tests can stand in for all of it.
 *
 * @param benchmarks the benchmarks there are
 * @param check says which cells cannot work
 * @param environment reads the environment
 * @param machine tells of the machine's load
 * @param clock tells the time
 * @param pauseMillis waits
 * @param lock keeps other runs off the machine, until it is closed
 * @param runners makes what runs the forks
 */
record RunServices(
    BenchmarkList benchmarks,
    CellCheck check,
    EnvironmentSource environment,
    Machine machine,
    Clock clock,
    LongConsumer pauseMillis,
    Supplier<RunLock> lock,
    RunnerFactory runners) {
  /** Keeps other runs off the machine. */
  @FunctionalInterface
  interface RunLock extends AutoCloseable {
    @Override
    void close();
  }

  /** Reads the environment of this process. */
  @FunctionalInterface
  interface EnvironmentSource {
    /**
     * The environment.
     *
     * @param orderSeed the seed of the order of the forks
     * @param startedAt when the run was started, ISO 8601 in UTC
     */
    Environment read(long orderSeed, String startedAt);
  }

  /** Makes a runner of forks. */
  @FunctionalInterface
  interface RunnerFactory {
    /**
     * A runner.
     *
     * @param options the command line
     * @param log where JMH prints
     */
    ForkRunner create(CommandLineOptions options, PrintStream log);
  }

  /** The real world. */
  static RunServices real() {
    return new RunServices(
        BenchmarkList.defaultList(),
        CellCheck.all(),
        EnvironmentReader::read,
        new LinuxMachine(),
        Clock.systemUTC(),
        RunServices::sleep,
        MachineLock::take,
        JmhForkRunner::new);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
