package dev.sessionbench.cli;

import static dev.sessionbench.bench.trial.ChannelLoad.Shape.COLD_BURST;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.bench.count.ChannelCounts;
import dev.sessionbench.bench.count.CountTable;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.run.PlannedFork;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunExecution;
import dev.sessionbench.bench.run.RunMerge;
import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import dev.sessionbench.report.ResultTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** {@code run}: runs benchmarks and prints both tables. The default command. */
@Command(
    name = "run",
    description = "Runs the benchmarks that match, and prints their times and RPCs as tables.",
    customSynopsis = "run [our options] [JMH options] [regular expressions]",
    sortOptions = false)
final class RunCommand extends BenchCommand {
  private static final Parameter<Long> ORDER_SEED =
      Parameter.seed("order-seed", "seed of the order of forks");

  @Option(names = "--quick", description = "Only incStep 1, 25 and 100, and one fork, unless set.")
  private boolean quick;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Run what an earlier run's folder lacks. Takes no JMH options.")
  private @Nullable Path resume;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "Run the I-th of N parts: every N-th fork of each cell. See --merge.")
  private @Nullable String shard;

  @Option(
      names = "--merge",
      paramLabel = "DIR",
      arity = "1..*",
      description = "Put the parts of a run together. Takes no JMH options.")
  private List<Path> merge = new ArrayList<>();

  @Option(
      names = "--ideal",
      description = "Show virtual time and the ratio to it beside each measured cell.")
  private boolean ideal;

  @Option(
      names = "--counts",
      arity = "0..1",
      parameterConsumer = Format.class,
      paramLabel = "FORMAT",
      description =
          "Only count BatchCreateSessions RPCs, of all workloads and steps: takes seconds. "
              + "FORMAT is text (default) or json. Takes no JMH options; coldBurst --counts "
              + "counts connections and calls of that benchmark and takes its parameters.")
  private @Nullable String counts;

  @Unmatched private List<String> jmhArguments = new ArrayList<>();

  RunCommand() {
    super(ORDER_SEED, RESULTS);
  }

  @Override
  ExitCode execute() throws IOException, InterruptedException {
    jmhArguments.replaceAll(argument -> argument.equals("--help") ? "-h" : argument);
    if (counts != null) {
      boolean json = counts.equals("json");
      BadInput.when(!json && !counts.equals("text"), "--counts %s: must be text or json", counts);
      return jmhArguments.contains(COLD_BURST.toString())
          ? printChannelCounts(json)
          : printCounts(json);
    }
    JmhArguments arguments = JmhArguments.parse(jmhArguments);
    if (showInstead(arguments.options())) {
      return ExitCode.OK;
    }
    if (!merge.isEmpty()) {
      return mergeParts();
    }
    return services.alone(
        () -> {
          RunDirectory run = prepare(arguments);
          ParameterColumns labels = labels(run);
          run.notSwept(labels::label).forEach(line -> out.print(line + "\n"));
          return show(run, RunExecution.execute(services, out, err, run, labels::label));
        });
  }

  private RunDirectory prepare(JmhArguments arguments) {
    if (resume != null) {
      String resumed = "--resume " + resume + ": runs what that run set out to do";
      takesOnly(resumed, "--resume", "--ideal");
      return RunDirectory.resume(services, resume);
    }
    JmhArguments chosen = quick ? arguments.quick() : arguments;
    Shard part = shard == null ? null : Shard.parse(shard);
    long seed = settings().get(ORDER_SEED);
    return RunDirectory.start(services, chosen, settings().get(RESULTS), seed, part);
  }

  private ExitCode mergeParts() {
    takesOnly("--merge: puts together what has run", "--merge", "--ideal", "--results");
    RunMerge parts = new RunMerge(merge);
    List<String> machines = parts.machines();
    if (!machines.isEmpty()) {
      String what = "the parts ran on unlike machines, times may differ for that alone: ";
      warn(what + String.join("; ", machines));
    }
    RunDirectory run = parts.write(settings().get(RESULTS), services.clock().instant());
    return show(run, RunExecution.Outcome.merged(run.writeResults()));
  }

  private ExitCode show(RunDirectory run, RunExecution.Outcome outcome) {
    if (!outcome.merged().isEmpty()) {
      List<CellResult> cells =
          ideal ? new VirtualBeside(err).apply(outcome.merged()) : outcome.merged();
      out.print("\n" + new ResultTables(cells).render());
    }
    out.print("\nResults: " + run.resultFile() + "\n");
    if (!outcome.failures().isEmpty()) {
      list("Failed", outcome.failures());
      out.print("See " + run.path().resolve("jmh.log") + "\n");
    }
    if (!run.failedBefore().isEmpty()) {
      list("Failed at first, and were run again", describe(run, run.failedBefore()));
    }
    List<PlannedFork> missing = run.missing();
    if (!merge.isEmpty() && !missing.isEmpty()) {
      list("Missing", describe(run, missing));
      out.print("Run them with: --resume " + run.path() + "\n");
    }
    boolean complete = missing.isEmpty() && outcome.failures().isEmpty();
    return complete ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
  }

  private static List<String> describe(RunDirectory run, List<PlannedFork> forks) {
    ParameterColumns labels = labels(run);
    return forks.stream().map(f -> labels.label(f.cell().key()) + " " + f).toList();
  }

  private void list(String title, List<String> lines) {
    out.print("\n" + title + ":\n");
    lines.forEach(line -> out.print("  " + line + "\n"));
  }

  private static ParameterColumns labels(RunDirectory run) {
    return ParameterColumns.of(run.manifest().keys());
  }

  /** Handles JMH's options that show something instead of running. */
  private boolean showInstead(CommandLineOptions options) throws IOException {
    if (options.shouldHelp()) {
      out.print(spec.commandLine().getUsageMessage(CommandLine.Help.Ansi.OFF));
      out.println("\nJMH's options:\n");
    }
    boolean shows =
        options.shouldHelp()
            || options.shouldListProfilers()
            || options.shouldListResultFormats()
            || options.shouldListWithParams()
            || options.shouldList();
    if (shows) {
      org.openjdk.jmh.Main.main(jmhArguments.toArray(new String[0]));
    }
    return shows;
  }

  /** Counts the connections of a cold burst, under parameters with one value each. */
  private ExitCode printChannelCounts(boolean json) throws InterruptedException {
    JmhArguments arguments = JmhArguments.parse(jmhArguments);
    Map<String, String> values = new TreeMap<>();
    for (String name : arguments.parameterNames()) {
      Collection<String> all = arguments.options().getParameter(name).orElse(List.of());
      boolean known = COLD_BURST.schema().find(name).isPresent();
      String one = "-p %s: --counts takes parameters of coldBurst with one value each";
      BadInput.when(all.size() != 1 || !known, one, name);
      values.put(name, all.iterator().next());
    }
    try {
      ChannelLoad burst = ChannelLoad.read(COLD_BURST, values);
      burst.client().check();
      ChannelCounts counted = ChannelCounts.count(burst);
      out.print(json ? counted.json() : counted.text());
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    } catch (IllegalStateException | IOException e) {
      err.print("not counted: " + e.getMessage() + "\n");
      return ExitCode.BENCHMARK_FAILED;
    }
  }

  /** Reads the format of counts, which may be left out before another argument. */
  private static final class Format implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> left, ArgSpec counts, CommandSpec command) {
      String next = left.isEmpty() ? "-" : left.peek();
      boolean given = !next.startsWith("-") && !next.equals(COLD_BURST.toString());
      counts.setValue(given ? left.pop() : "text");
    }
  }

  /** Counts every workload at every step. Not OK if a count differs from that of the strategy. */
  private ExitCode printCounts(boolean json) {
    takesOnly("--counts: counts every load at every step", "--counts");
    CountTable table = CountTable.count(new Counting(Map.of()));
    String title = "BatchCreateSessions RPCs, counted with the real client in process\n\n";
    out.print(json ? table.json() : title + table.text());
    out.flush();
    List<String> wrong = table.contradictions();
    wrong.forEach(line -> err.print("not what the strategy gives: " + line + "\n"));
    err.flush();
    return wrong.isEmpty() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
  }
}
