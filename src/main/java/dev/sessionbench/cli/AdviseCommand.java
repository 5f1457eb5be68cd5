package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunExecution;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.lab.advise.AdviceRequest;
import dev.sessionbench.lab.advise.Advised;
import dev.sessionbench.lab.advise.ConfigurablePool;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.io.IOException;
import java.nio.file.Files;
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
  private static final int MOST_FORKS = 50;
  private static final double LONGEST_SECONDS = 600;

  @Option(
      names = "--for",
      paramLabel = "POOL",
      description =
          "Choose the settings of this pool instead of a strategy, and compare them with today's "
              + "--min, --max and --timeout: hikaricp, another pool, or a version of the "
              + "Java client.")
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
      description =
          "Then measure the choice and its nearest rivals over gRPC, in this many JVMs each "
              + "(default: 3), and say whether the choice stands.")
  private @Nullable Integer forks;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where --verify keeps what it measures. Default: results/runs.")
  private Optional<Path> results = Optional.empty();

  AdviseCommand(World world) {
    super(world, AdviceRequest.SCHEMA);
  }

  @Override
  ExitCode execute() {
    if (forks == null && results.isPresent()) {
      throw new BadInput(
          "--results %s: says where --verify keeps what it measures; add that"
              .formatted(results.get()));
    }
    load.ifPresent(
        file ->
            takesOnly(
                "--load %s: says all of the load".formatted(file),
                "--load",
                "--for",
                "--verify",
                "--results"));
    if (forks != null) {
      BadInput.when(
          forks < 1 || forks > MOST_FORKS, "--verify %s: must be from 1 to %s", forks, MOST_FORKS);
    }
    Optional<ConfigurablePool> chosen = pool.flatMap(ConfigurablePool::named);
    if (forks != null) {
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
            : new AdviceRequest(settings(), chosen).advised();
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
    if (advised.lastsSeconds() > LONGEST_SECONDS) {
      throw new BadInput(
          "--verify: the load goes on for %.0f s, and each of %d forks plays it in real time: must be at most %.0f s"
              .formatted(
                  advised.lastsSeconds(), advised.numFinalists() * numForks, LONGEST_SECONDS));
    }
    return services.alone(() -> measured(advised, prepare(advised, numForks)));
  }

  private RunDirectory prepare(Advised advised, int numForks) {
    Path folder = results.orElse(RunDirectory.DEFAULT_PARENT);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BadInput("--results %s: must be a folder to write to".formatted(folder), e);
    }
    List<String> files = new ArrayList<>();
    for (String text : advised.loads()) {
      Path file = folder.resolve(LoadFile.name(text));
      AtomicFile.write(file, text);
      files.add(file.toString());
    }
    List<String> arguments = new ArrayList<>(List.of("GrowthStrategyBenchmark.described$"));
    arguments.addAll(
        List.of("-p", "load=" + String.join(",", files), "-p", "strategy=" + advised.strategies()));
    arguments.addAll(List.of("-f", Integer.toString(numForks)));
    return RunDirectory.start(
        services, JmhArguments.parse(arguments), folder, /* orderSeed= */ 1, /* shard= */ null);
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
