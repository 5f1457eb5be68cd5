package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.run.Sides;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
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
   * @param signals makes the stop signal, from the seconds that the command may then take and the
   *     way to stop it
   * @param sides builds the two builds that a gate compares
   */
  record World(
      PrintStream out,
      PrintStream err,
      RunServices services,
      BiFunction<Long, Runnable, StopSignal> signals,
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

  private final Schema schema;

  BenchCommand(World world, Parameter<?>... options) {
    this(world, Schema.of("the command", options));
  }

  /** A command with an option for each parameter of a schema. */
  BenchCommand(World world, Schema schema) {
    this.world = world;
    this.schema = schema;
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

  /** Adds help, and an option for each parameter: name, range, default and meaning stand once. */
  final void addOptions() {
    if (!(this instanceof RunCommand)) {
      // JMH has a -h of its own, and lists its options too.
      spec.addOption(
          OptionSpec.builder("-h", "--help")
              .usageHelp(true)
              .description("Show this help.")
              .build());
    }
    for (Parameter<?> option : schema.all()) {
      String start = option.meaning().substring(0, 1).toUpperCase(Locale.ROOT);
      String standard = option.standardText();
      spec.addOption(
          OptionSpec.builder("--" + option.name())
              .type(String.class)
              .paramLabel(option.label())
              .description(
                  "%s%s%s."
                      .formatted(
                          start,
                          option.meaning().substring(1),
                          standard.isEmpty() ? "" : " (" + standard + ")"))
              .build());
    }
  }

  /** The values of those options. */
  final Settings settings() {
    Map<String, String> given = new TreeMap<>();
    for (String name : schema.names()) {
      String value = spec.findOption("--" + name).getValue();
      if (value != null) {
        BadInput.when(value.isEmpty(), "--%s: must have a value", name);
        given.put(name, value);
      }
    }
    try {
      return Settings.read(schema, given);
    } catch (BadInput e) {
      // An option and its value stand apart, those of -p together.
      throw new BadInput("--" + String.valueOf(e.getMessage()).replaceFirst("=", " "), e);
    }
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
    ParseResult parsed = spec.commandLine().getParseResult();
    List<String> others = new ArrayList<>(parsed.unmatched());
    parsed.matchedPositionals().forEach(named -> others.addAll(named.stringValues()));
    parsed.matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(name -> !List.of(allowed).contains(name))
        .forEach(others::add);
    if (!others.isEmpty()) {
      throw new BadInput("%s and takes no %s".formatted(does, String.join(" ", others)));
    }
  }
}
