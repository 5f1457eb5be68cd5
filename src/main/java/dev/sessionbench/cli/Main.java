package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.EnvironmentReader;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.run.Arms;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The entry point. A command line without a command word is {@code run}, so that JMH's own command
 * lines work as they are.
 */
@Command(
    name = "benchmarks.jar",
    description = "Measures how the session pool of the Cloud Spanner client grows.",
    subcommands = CommandLine.HelpCommand.class)
public final class Main {
  private static final List<String> VERSION_OPTIONS = List.of("--version", "-V");

  private Main() {}

  /**
   * Runs a command and ends the JVM with its exit code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    System.exit(execute(System.out, System.err, args));
  }

  /**
   * Runs a command.
   *
   * @param out for results and progress
   * @param err for warnings and errors
   * @param args the command line
   * @return 0 if all went well, 1 if a benchmark failed or the gate keeps a change out, 2 for bad
   *     usage or input, 3 if a gate could not tell, 4 if the program itself failed
   */
  public static int execute(PrintStream out, PrintStream err, String... args) {
    return execute(out, err, RunServices.real(), args);
  }

  static int execute(PrintStream out, PrintStream err, RunServices services, String... args) {
    return execute(out, err, services, JvmStopSignal::new, args);
  }

  static int execute(
      PrintStream out,
      PrintStream err,
      RunServices services,
      LongFunction<StopSignal> signals,
      String... args) {
    return execute(out, err, services, signals, Arms.real(), args);
  }

  static int execute(
      PrintStream out,
      PrintStream err,
      RunServices services,
      LongFunction<StopSignal> signals,
      Arms arms,
      String... args) {
    if (args.length == 1 && VERSION_OPTIONS.contains(args[0])) {
      printVersion(out);
      return ExitCode.OK.code();
    }
    Map<String, Supplier<Object>> makers = makers(out, err, services, signals, arms);
    List<String> words = withCommandWord(makers.keySet(), List.of(args));
    String word = words.get(0);
    CommandLine commands =
        commands(makers.containsKey(word) ? Set.of(word) : makers.keySet(), makers);
    commands.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    commands.setParameterExceptionHandler((e, ignored) -> oneLine(err, e));
    commands.setExecutionExceptionHandler((e, command, result) -> failure(err, e));
    try {
      return commands.execute(words.toArray(new String[0]));
    } catch (Error e) {
      return failure(err, e);
    }
  }

  /** The commands with all their options. */
  static CommandLine commands(
      PrintStream out,
      PrintStream err,
      RunServices services,
      LongFunction<StopSignal> signals,
      Arms arms) {
    Map<String, Supplier<Object>> makers = makers(out, err, services, signals, arms);
    return commands(makers.keySet(), makers);
  }

  /** What makes each command: to make all of them takes longer than most of them run. */
  private static Map<String, Supplier<Object>> makers(
      PrintStream out,
      PrintStream err,
      RunServices services,
      LongFunction<StopSignal> signals,
      Arms arms) {
    Map<String, Supplier<Object>> makers = new LinkedHashMap<>();
    makers.put("run", () -> new RunCommand(out, err, services));
    makers.put("report", () -> new ReportCommand(out, err));
    makers.put("compare", () -> new CompareCommand(out, err));
    makers.put("simulate", () -> new SimulateCommand(out, services));
    makers.put("advise", () -> new AdviseCommand(out, err, services));
    makers.put("serve", () -> new ServeCommand(out, err, signals));
    makers.put("calibrate", () -> new CalibrateCommand(out, err, signals));
    makers.put(
        "gate",
        () ->
            new CommandLine(new GateCommand(out, services, arms))
                .addSubcommand(new GateSelftestCommand(out, services, arms))
                .addSubcommand(new GateCommentCommand(out)));
    makers.put(
        "study",
        () ->
            new CommandLine(new StudyCommand())
                .addSubcommand(new StudyWarmupCommand(out, signals))
                .addSubcommand(new StudyExhaustionCommand(out, signals)));
    makers.put("diagnose", () -> new DiagnoseCommand(out));
    makers.put("reference", () -> new ReferenceCommand(out));
    return makers;
  }

  private static CommandLine commands(Set<String> words, Map<String, Supplier<Object>> makers) {
    CommandLine commands = new CommandLine(new Main());
    makers.forEach(
        (word, maker) -> {
          if (words.contains(word)) {
            commands.addSubcommand(word, maker.get());
          }
        });
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setExpandAtFiles(false);
    commands.setUnmatchedOptionsAllowedAsOptionParameters(false);
    return commands;
  }

  private static List<String> withCommandWord(Set<String> known, List<String> args) {
    if (!args.isEmpty() && (known.contains(args.get(0)) || args.get(0).equals("help"))) {
      return args;
    }
    if (args.equals(List.of("--help"))) {
      // JMH calls its own help -h; who writes it out wants to know of all commands.
      return List.of("help");
    }
    return Stream.concat(Stream.of("run"), args.stream()).toList();
  }

  private static void printVersion(PrintStream out) {
    Environment environment = EnvironmentReader.read(0, Environment.UNKNOWN);
    out.print(
        "session-pool-benchmarks, commit %s, google-cloud-spanner %s\n"
            .formatted(environment.gitCommit(), environment.clientVersion()));
  }

  private static int failure(PrintStream err, Throwable e) {
    if (e instanceof BadInput badInput) {
      return oneLine(err, badInput);
    }
    // By itself the JVM would end with 1, like a gate that keeps a change out.
    e.printStackTrace(err);
    return ExitCode.CRASHED.code();
  }

  private static int oneLine(PrintStream err, Exception e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    err.print("error: " + Escape.terminal(line) + "\n");
    return ExitCode.USAGE.code();
  }
}
