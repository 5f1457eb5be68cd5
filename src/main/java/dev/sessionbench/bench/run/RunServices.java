package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.EnvironmentReader;
import dev.sessionbench.base.results.LinuxMachine;
import dev.sessionbench.base.results.Machine;
import java.io.PrintStream;
import java.time.Clock;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * What a run needs of the world around it, so that tests can stand in for all of it.
 *
 * @param benchmarks the benchmarks there are
 * @param environment the environment, of the seed of the order of the forks and of when the run was
 *     started, ISO 8601 in UTC
 * @param machine tells of the machine's load
 * @param clock tells the time
 * @param pauseNanos waits
 * @param lock keeps other runs off the machine, until what it gives is run
 * @param runners makes what runs the forks, of a command line and of where JMH prints
 */
public record RunServices(
    BenchmarkList benchmarks,
    BiFunction<Long, String, Environment> environment,
    Machine machine,
    Clock clock,
    LongConsumer pauseNanos,
    Supplier<Runnable> lock,
    BiFunction<CommandLineOptions, PrintStream, ForkRunner<PlannedFork>> runners) {
  /** Does something while no other run is on the machine. */
  public <T> T alone(Supplier<T> action) {
    Runnable release = lock.get();
    try {
      return action.get();
    } finally {
      release.run();
    }
  }

  /** The real world. */
  public static RunServices real() {
    return new RunServices(
        BenchmarkList.defaultList(),
        EnvironmentReader::read,
        new LinuxMachine(),
        SystemTime.CLOCK.calendar(),
        SystemTime.CLOCK::park,
        MachineLock::takeUnlessIgnored,
        JmhForkRunner::new);
  }
}
