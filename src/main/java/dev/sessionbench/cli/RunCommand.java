package dev.sessionbench.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** {@code run}: runs benchmarks and prints both tables. The default command. */
@Command(
    name = "run",
    description = "Runs the benchmarks that match and prints time and number of RPCs as tables.",
    customSynopsis = "run [our options] [JMH options] [regular expressions]",
    sortOptions = false)
final class RunCommand implements Callable<Integer> {
  private static final long DEFAULT_ORDER_SEED = 1;

  private final PrintStream out;
  private final PrintStream err;
  private final RunServices services;

  @Option(names = "--quick", description = "incStep 1, 25 and 100 only, and one fork, unless set.")
  private boolean quick;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Run what is missing in the folder of an earlier run. Takes no JMH options.")
  private @Nullable Path resume;

  @Option(names = "--published", description = "Show what was published in 2020 beside ours.")
  private boolean published;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where each run gets a folder (default: results/runs).")
  private @Nullable Path results;

  @Option(
      names = "--order-seed",
      paramLabel = "N",
      description = "Seed of the order of the forks (default: 1).")
  private @Nullable Long orderSeed;

  @Unmatched private List<String> jmhArguments = new ArrayList<>();

  RunCommand(PrintStream out, PrintStream err, RunServices services) {
    this.out = out;
    this.err = err;
    this.services = services;
  }

  @Override
  public Integer call() throws IOException {
    JmhArguments arguments = JmhArguments.parse(jmhArguments);
    if (showInstead(arguments.options())) {
      return ExitCode.OK.code();
    }
    RunServices.RunLock lock = services.lock().get();
    try {
      return new RunExecution(services, out, err).execute(prepare(arguments)).code();
    } finally {
      lock.close();
    }
  }

  private PreparedRun prepare(JmhArguments arguments) {
    RunPreparation preparation = new RunPreparation(services);
    if (resume != null) {
      refuseWithResume();
      return preparation.resume(resume, published);
    }
    return preparation.start(
        quick ? arguments.quick() : arguments,
        results == null ? RunDirectory.DEFAULT_PARENT : results,
        orderSeed == null ? DEFAULT_ORDER_SEED : orderSeed,
        published);
  }

  private void refuseWithResume() {
    List<String> others = new ArrayList<>(jmhArguments);
    if (quick) {
      others.add("--quick");
    }
    if (results != null) {
      others.add("--results");
    }
    if (orderSeed != null) {
      others.add("--order-seed");
    }
    if (!others.isEmpty()) {
      throw new UsageException(
          "--resume %s: runs what that run set out to do and takes no %s"
              .formatted(resume, String.join(" ", others)));
    }
  }

  /** JMH's options that show something instead of running. */
  private boolean showInstead(CommandLineOptions options) throws IOException {
    if (options.shouldHelp()) {
      out.print(new CommandLine(this).getUsageMessage(CommandLine.Help.Ansi.OFF));
      out.println("\nJMH's options:\n");
      out.flush();
      options.showHelp();
    } else if (options.shouldListProfilers()) {
      options.listProfilers();
    } else if (options.shouldListResultFormats()) {
      options.listResultFormats();
    } else if (options.shouldListWithParams()) {
      lister(options).listWithParams(options);
    } else if (options.shouldList()) {
      lister(options).list();
    } else {
      return false;
    }
    out.flush();
    return true;
  }

  private Runner lister(CommandLineOptions options) {
    return new Runner(options, OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL));
  }
}
