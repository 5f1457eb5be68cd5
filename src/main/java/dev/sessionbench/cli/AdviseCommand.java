package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunExecution;
import dev.sessionbench.lab.advise.AdviceRequest;
import dev.sessionbench.lab.advise.Advised;
import dev.sessionbench.lab.advise.ConfigurablePool;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code advise}: recommends a growth strategy for a load. */
@Command(
    name = "advise",
    description = {
      "Recommends a growth strategy for a load, and says how sure that is. Plays the load on pools of",
      "every strategy in virtual time. Callers come at random at a rate. Once, as many come together",
      "as make the peak."
    },
    sortOptions = false)
final class AdviseCommand extends BenchCommand {
  private static final String BENCHMARK = "GrowthStrategyBenchmark.described$";
  private static final int MOST_FORKS = 50;
  private static final double LONGEST_SECONDS = 600;

  @Option(
      names = "--for",
      paramLabel = "POOL",
      description =
          "Choose the settings of this pool instead, and compare them with --min, --max and "
              + "--timeout: hikaricp, another pool, or a version of the Java client.")
  private Optional<String> pool = Optional.empty();

  @Option(
      names = "--load",
      paramLabel = "FILE",
      description = "A load described in a file (docs/workloads.md), in place of these options.")
  private Optional<String> load = Optional.empty();

  @Option(
      names = "--verify",
      arity = "0..1",
      fallbackValue = "3",
      paramLabel = "FORKS",
      description = "Then measure the choice and its rivals in this many JVMs each (default: 3).")
  private @Nullable Integer forks;

  AdviseCommand() {
    super(AdviceRequest.SCHEMA.and(Schema.of("advise", RESULTS)));
  }

  @Override
  ExitCode execute() {
    Settings settings = settings();
    BadInput.when(
        forks == null && !settings.isDefault(RESULTS),
        "--results %s: says where --verify keeps what it measures; add that",
        settings.get(RESULTS));
    if (load.isPresent()) {
      String says = "--load %s: says all of the load".formatted(load.get());
      takesOnly(says, "--load", "--for", "--verify", "--results");
    }
    Optional<ConfigurablePool> chosen = pool.flatMap(ConfigurablePool::named);
    if (forks != null) {
      BadInput.when(
          forks < 1 || forks > MOST_FORKS, "--verify %s: must be from 1 to %s", forks, MOST_FORKS);
      // Refuses what cannot be measured before anything is fetched.
      var unused = chosen.map(ConfigurablePool::measured);
    }
    if (pool.isPresent() && chosen.isEmpty()) {
      out.print("%s has no pool of sessions, so there is nothing to set.\n".formatted(pool.get()));
      return ExitCode.OK;
    }
    Advised advised =
        load.isPresent()
            ? AdviceRequest.advised(load.get(), chosen)
            : new AdviceRequest(settings, chosen).advised();
    if (forks == null) {
      out.print(advised.text());
      return ExitCode.OK;
    }
    return measure(advised, forks);
  }

  /**
   * Measures the advice: plays the same load with the engine of {@code run}, from a file that users
   * can play again.
   */
  private ExitCode measure(Advised advised, int numForks) {
    if (advised.numFinalists() == 0) {
      out.print(advised.text() + "\nThere is nothing to measure between.\n");
      return ExitCode.OK;
    }
    BadInput.when(
        advised.lastsSeconds() > LONGEST_SECONDS,
        "--verify: the load goes on for %.0f s, and each of %d forks plays it in real time: must be at most %.0f s",
        advised.lastsSeconds(),
        advised.numFinalists() * numForks,
        LONGEST_SECONDS);
    return services.alone(() -> measured(advised, prepare(advised, numForks)));
  }

  private RunDirectory prepare(Advised advised, int numForks) {
    Path folder = results();
    List<String> files = new ArrayList<>();
    for (String text : advised.loads()) {
      Path file = folder.resolve(LoadFile.name(text));
      AtomicFile.write(file, text);
      files.add(file.toString());
    }
    String loads = "load=" + String.join(",", files);
    String strategies = "strategy=" + advised.strategies();
    List<String> line = List.of(BENCHMARK, "-p", loads, "-p", strategies, "-f", numForks + "");
    return RunDirectory.start(
        services, JmhArguments.parse(line), folder, /* orderSeed= */ 1, /* shard= */ null);
  }

  private ExitCode measured(Advised advised, RunDirectory run) {
    out.print(advised.text() + "\n");
    ParameterColumns labels = ParameterColumns.of(run.manifest().keys());
    RunExecution.Outcome outcome = RunExecution.execute(services, out, err, run, labels::label);
    out.print(advised.verified(outcome.merged(), outcome.disturbance()));
    out.print("\nResults: " + run.resultFile() + "\n");
    outcome.failures().forEach(failure -> out.print("Failed: " + failure + "\n"));
    return outcome.failures().isEmpty() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
  }
}
