package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.run.Sides;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The base of the commands. A command prints results to {@code out} and warnings to {@code err},
 * and returns an exit code.
 */
abstract class BenchCommand implements Callable<Integer> {
  /**
   * The world outside a command; tests replace it.
   *
   * @param out for results and progress
   * @param err for warnings and errors
   * @param services what a run needs from outside
   * @param signals makes the stop signal, given how many seconds the command may then take
   * @param sides builds the two builds that a gate compares
   */
  record World(
      PrintStream out,
      PrintStream err,
      RunServices services,
      LongFunction<StopSignal> signals,
      Sides sides) {
    static World real(PrintStream out, PrintStream err) {
      return new World(out, err, RunServices.real(), StopSignal.Jvm::new, Sides.real());
    }
  }

  final World world;
  final PrintStream out;
  final PrintStream err;
  final RunServices services;

  // Picocli sets it before it calls anything else.
  @SuppressWarnings("NullAway.Init")
  @Spec
  CommandSpec spec;

  BenchCommand(World world) {
    this.world = world;
    out = world.out;
    err = world.err;
    services = world.services;
  }

  @Override
  public final Integer call() throws IOException, InterruptedException {
    ExitCode code = execute();
    out.flush();
    return code.code();
  }

  /** Runs the command. */
  abstract ExitCode execute() throws IOException, InterruptedException;

  final void say(String line) {
    out.print(line + "\n");
    out.flush();
  }

  final void warn(String line) {
    err.print("warning: " + line + "\n");
  }

  /** Refuses options that have no effect because another option has decided. */
  final void takesOnly(String does, String... allowed) {
    ParseResult words = spec.commandLine().getParseResult();
    List<String> others = new ArrayList<>(words.unmatched());
    words.matchedPositionals().forEach(named -> others.addAll(named.stringValues()));
    words.matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(name -> !List.of(allowed).contains(name))
        .forEach(others::add);
    if (!others.isEmpty()) {
      throw new BadInput("%s and takes no %s".formatted(does, String.join(" ", others)));
    }
  }

  static <N extends Number & Comparable<N>> void require(String option, N value, N least, N most) {
    if (!(value.compareTo(least) >= 0 && value.compareTo(most) <= 0)) {
      throw new BadInput("%s %s: must be from %s to %s".formatted(option, value, least, most));
    }
  }
}
