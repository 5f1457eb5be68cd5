package dev.sessionbench.cli;

import dev.sessionbench.gate.run.Arms;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.EnvironmentReader;
import dev.sessionbench.run.RunServices;
import dev.sessionbench.text.Escape;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
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
   *     usage or input, 3 if a gate could not tell
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
    CommandLine commands = commands(out, err, services, signals, arms);
    commands.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    commands.setParameterExceptionHandler((e, ignored) -> oneLine(err, e));
    commands.setExecutionExceptionHandler((e, command, result) -> failure(err, e));
    return commands.execute(withCommandWord(commands, args));
  }

  /** The commands with all their options. */
  static CommandLine commands(
      PrintStream out,
      PrintStream err,
      RunServices services,
      LongFunction<StopSignal> signals,
      Arms arms) {
    CommandLine commands = new CommandLine(new Main());
    commands.addSubcommand(new RunCommand(out, err, services));
    commands.addSubcommand(new ReportCommand(out, err));
    commands.addSubcommand(new CompareCommand(out, err));
    commands.addSubcommand(new SimulateCommand(out, services));
    commands.addSubcommand(new AdviseCommand(out, err, services));
    commands.addSubcommand(new ServeCommand(out, err, signals));
    commands.addSubcommand(new CalibrateCommand(out, err, signals));
    CommandLine gate = new CommandLine(new GateCommand(out, err, services, arms));
    gate.addSubcommand(new GateSelftestCommand(out, services, arms));
    gate.addSubcommand(new GateCommentCommand(out));
    gate.addSubcommand(new GateDriftCommand(out, err));
    commands.addSubcommand(gate);
    CommandLine study = new CommandLine(new StudyCommand());
    study.addSubcommand(new StudyWarmupCommand(out, signals));
    study.addSubcommand(new StudyExhaustionCommand(out));
    commands.addSubcommand(study);
    commands.addSubcommand(new DiagnoseCommand(out));
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setExpandAtFiles(false);
    commands.setUnmatchedOptionsAllowedAsOptionParameters(false);
    return commands;
  }

  private static String[] withCommandWord(CommandLine commands, String[] args) {
    if (args.length > 0 && commands.getSubcommands().containsKey(args[0])) {
      return args;
    }
    if (args.length == 1 && args[0].equals("--help")) {
      // JMH calls its own help -h; who writes it out wants to know of all commands.
      return new String[] {"help"};
    }
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of(args));
    return words.toArray(new String[0]);
  }

  private static void printVersion(PrintStream out) {
    Environment environment = EnvironmentReader.read(0, Environment.UNKNOWN);
    out.print(
        "session-pool-benchmarks, commit %s, google-cloud-spanner %s\n"
            .formatted(environment.gitCommit(), environment.clientVersion()));
  }

  private static int failure(PrintStream err, Exception e) throws Exception {
    if (e instanceof BadInput) {
      return oneLine(err, e);
    }
    throw e;
  }

  private static int oneLine(PrintStream err, Exception e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    err.print("error: " + Escape.terminal(line) + "\n");
    return ExitCode.USAGE.code();
  }
}
