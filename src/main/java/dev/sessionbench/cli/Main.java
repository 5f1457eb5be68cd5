package dev.sessionbench.cli;

import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.cli.BenchCommand.World;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The entry point. A command line without a command means {@code run}, so that JMH's own command
 * lines work unchanged.
 */
@Command(
    name = "benchmarks.jar",
    description = {
      "Measures how the session pool of the Cloud Spanner client grows.",
      "COMMAND --help lists the options of a command. --version prints the version."
    },
    subcommands = CommandLine.HelpCommand.class)
public final class Main {
  private static final List<String> VERSION_OPTIONS = List.of("--version", "-V");
  private static final Pattern WRONG_CONSTANT =
      Pattern.compile(
          "Invalid value for .*?([-A-Za-z]+)[')].*?: expected one of \\[(.*)] .* but was '(.*)'");
  private static final Pattern WRONG_NUMBER =
      Pattern.compile("Invalid value for .*?'([-a-z]+)'.*?: '(.*)' is not an? (?:int|long)");

  private static final ImmutableMap<String, Supplier<BenchCommand>> COMMANDS =
      ImmutableMap.<String, Supplier<BenchCommand>>builder()
          .put("run", RunCommand::new)
          .put("report", ReportCommand::new)
          .put("compare", CompareCommand::new)
          .put("simulate", SimulateCommand::new)
          .put("advise", AdviseCommand::new)
          .put("serve", ServeCommand::new)
          .put("calibrate", CalibrateCommand::new)
          .put("gate", GateCommand::new)
          .put("study", StudyCommand::new)
          .put("diagnose", DiagnoseCommand::new)
          .put("reference", ReferenceCommand::new)
          .build();

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
   * @return the number of an {@link ExitCode}
   */
  public static int execute(PrintStream out, PrintStream err, String... args) {
    return execute(World.real(out, err), args);
  }

  static int execute(World world, String... args) {
    if (List.of(args).stream().anyMatch(VERSION_OPTIONS::contains)) {
      printVersion(world.out());
      return ExitCode.OK.code();
    }
    List<String> line = withCommand(List.of(args));
    String first = line.get(0);
    CommandLine commands =
        commands(world, COMMANDS.containsKey(first) ? Set.of(first) : COMMANDS.keySet());
    commands.setOut(new PrintWriter(world.out(), true, StandardCharsets.UTF_8));
    commands.setParameterExceptionHandler((e, ignored) -> oneLine(world.err(), complaint(e)));
    commands.setExecutionExceptionHandler((e, command, result) -> failure(world.err(), e));
    try {
      return commands.execute(line.toArray(new String[0]));
    } catch (Error e) {
      return failure(world.err(), e);
    }
  }

  /** The commands with all their options. */
  static CommandLine commands(World world) {
    return commands(world, COMMANDS.keySet());
  }

  /** Makes only some commands; making all takes longer than most of them run. */
  private static CommandLine commands(World world, Set<String> names) {
    CommandLine commands = new CommandLine(new Main());
    COMMANDS.forEach(
        (name, maker) -> {
          if (names.contains(name)) {
            commands.addSubcommand(name, maker.get());
          }
        });
    commands.getSubcommands().values().forEach(command -> complete(command, world));
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setExpandAtFiles(false);
    commands.setUnmatchedOptionsAllowedAsOptionParameters(false);
    return commands;
  }

  /**
   * Puts a command into a world. Puts the first sentence of its description on a line of its own,
   * for the list of commands.
   */
  private static void complete(CommandLine command, World world) {
    if (command.getCommand() instanceof BenchCommand own) {
      own.begin(world);
    }
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    String text = String.join(" ", usage.description());
    int end = text.indexOf(". ") + 1;
    if (end > 0) {
      usage.description(text.substring(0, end), text.substring(end + 1));
    }
    command.getSubcommands().values().forEach(nested -> complete(nested, world));
  }

  private static List<String> withCommand(List<String> args) {
    if (!args.isEmpty() && (COMMANDS.containsKey(args.get(0)) || args.get(0).equals("help"))) {
      return args;
    }
    if (args.equals(List.of("--help"))) {
      // JMH calls its own help -h. So --help lists all commands.
      return List.of("help");
    }
    return Stream.concat(Stream.of("run"), args.stream()).toList();
  }

  private static void printVersion(PrintStream out) {
    Environment environment = Environment.read(0, Environment.UNKNOWN);
    out.print(
        "session-pool-benchmarks, commit %s, google-cloud-spanner %s\n"
            .formatted(environment.gitCommit(), environment.clientVersion()));
  }

  private static int failure(PrintStream err, Throwable e) {
    if (e instanceof BadInput badInput) {
      return oneLine(err, String.valueOf(badInput.getMessage()));
    }
    // By itself the JVM would exit with 1, like a gate that fails a change.
    e.printStackTrace(err);
    return ExitCode.CRASHED.code();
  }

  /** What picocli complains of, in the form of this program's own complaints. */
  private static String complaint(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
      CommandSpec command = e.getCommandLine().getCommandSpec();
      String given = unmatched.getUnmatched().get(0);
      return String.valueOf(
              BadInput.unknown("option", given, command.optionsMap().keySet()).getMessage())
          .replaceFirst("; there are: .*", "; %s --help lists all".formatted(command.name()));
    }
    String message =
        String.valueOf(e.getMessage()).replaceFirst("^Unmatched.*?: ", "unexpected argument ");
    Matcher wrong = WRONG_CONSTANT.matcher(message);
    return wrong.matches()
        ? "%s %s: must be one of %s"
            .formatted(wrong.group(1), wrong.group(3), wrong.group(2).toLowerCase(Locale.ROOT))
        : WRONG_NUMBER.matcher(message).replaceFirst("$1 $2: must be a whole number");
  }

  private static int oneLine(PrintStream err, String message) {
    err.print("error: " + Escape.terminal(message.lines().findFirst().orElse("")) + "\n");
    return ExitCode.USAGE.code();
  }
}
