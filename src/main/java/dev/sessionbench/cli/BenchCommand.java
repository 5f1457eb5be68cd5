package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.run.Sides;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
@SuppressWarnings("NullAway.Init") // Main calls begin before anything else.
abstract class BenchCommand implements Callable<Integer> {
  private static final Path RUNS = RunDirectory.DEFAULT_PARENT;
  private static final Codec<Path> PATH =
      new Codec<>("a path", List.of(), text -> Optional.of(Path.of(text)), Path::toString);

  /** Where the commands that measure keep their runs. */
  static final Parameter<Path> RESULTS =
      new Parameter<>("results", PATH, RUNS, "where each run gets a folder");

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

  @Spec CommandSpec spec;

  World world;
  PrintStream out;
  PrintStream err;
  RunServices services;
  private final Schema schema;

  BenchCommand(Parameter<?>... options) {
    this(Schema.of("the command", options));
  }

  /** A command with an option for each parameter of a schema. */
  BenchCommand(Schema schema) {
    this.schema = schema;
  }

  @Override
  public final Integer call() throws IOException, InterruptedException {
    ExitCode code = execute();
    out.flush();
    return code.code();
  }

  /**
   * Puts the command into a world. Adds help, and an option for each parameter: name, range,
   * default and meaning stand once.
   */
  final void begin(World given) {
    world = given;
    out = given.out;
    err = given.err;
    services = given.services;
    if (!(this instanceof RunCommand)) {
      // JMH has a -h of its own, and lists its options too.
      OptionSpec.Builder help = OptionSpec.builder("-h", "--help").usageHelp(true);
      spec.addOption(help.description("Show this help.").build());
    }
    for (Parameter<?> option : schema.all()) {
      String standard = option.standardText();
      String meaning = option.meaning() + (standard.isEmpty() ? "." : " (" + standard + ").");
      String first = meaning.substring(0, 1).toUpperCase(Locale.ROOT);
      OptionSpec.Builder added =
          OptionSpec.builder("--" + option.name()).type(String.class).paramLabel(option.label());
      spec.addOption(added.description(first + meaning.substring(1)).build());
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

  /** The folder for runs, which is made if it does not exist. */
  final Path results() {
    Path folder = settings().get(RESULTS);
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BadInput("--results %s: must be a folder to write to".formatted(folder), e);
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
    parsed.matchedOptions().forEach(option -> others.add(option.longestName()));
    others.removeAll(List.of(allowed));
    BadInput.when(!others.isEmpty(), "%s and takes no %s", does, String.join(" ", others));
  }
}
