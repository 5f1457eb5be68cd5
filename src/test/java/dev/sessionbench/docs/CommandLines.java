package dev.sessionbench.docs;

import dev.sessionbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the command lines of this tool in a document, and the options of each command. */
final class CommandLines {
  private static final Pattern JAR =
      Pattern.compile(
          "java (?:-jar target/benchmarks\\.jar|-cp target/benchmarks\\.jar org\\.openjdk\\.jmh\\.Main)(.*)");
  private static final Pattern GOAL =
      Pattern.compile("(?:\\./)?mvnw? jmh:([a-z]+)(?:.*-Djmh\\.args=\"([^\"]*)\")?.*");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ {1,6}(-[A-Za-z]+(?:, --[a-z-]+)?|--[a-z-]+)");
  private static final Set<String> COMMANDS =
      Set.of(
          "run",
          "report",
          "compare",
          "gate",
          "serve",
          "simulate",
          "advise",
          "calibrate",
          "study",
          "diagnose");

  /** The commands that have subcommands. */
  private static final Map<String, Set<String>> OF_TWO_WORDS =
      Map.of("gate", Set.of("selftest", "comment"), "study", Set.of("exhaustion", "warmup"));

  private CommandLines() {}

  /**
   * A command line of this tool.
   *
   * @param command the command
   * @param arguments what follows it
   */
  record Line(String command, List<String> arguments) {}

  /** The command lines in a document's code blocks and in its text. */
  static List<Line> of(Document document) {
    List<String> candidates = new ArrayList<>(document.codeSpans());
    document
        .codeBlocks()
        .forEach(block -> block.replaceAll("\\\\\\n\\s*", "").lines().forEach(candidates::add));
    List<Line> lines = new ArrayList<>();
    for (String candidate : candidates) {
      String line = candidate.strip().replaceFirst("\\s# .*|\\s--help$", "");
      Matcher jar = JAR.matcher(line);
      Matcher goal = GOAL.matcher(line);
      if (jar.matches()) {
        lines.add(line(split(jar.group(1))));
      } else if (goal.matches()) {
        String arguments = goal.group(2) == null ? "" : goal.group(2);
        lines.add(line(split(goal.group(1) + " " + arguments)));
      }
    }
    return lines;
  }

  /** The options in the help of a command. */
  static Set<String> options(String command) {
    ByteArrayOutputStream help = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(help, true, StandardCharsets.UTF_8);
    // The full help of run includes JMH's part and goes to the console. This is our part only.
    String line = command.equals("run") ? "help run" : command + " --help";
    Main.execute(out, out, line.split(" "));
    return OPTION
        .matcher(help.toString(StandardCharsets.UTF_8))
        .results()
        .flatMap(option -> List.of(option.group(1).split(", ")).stream())
        .collect(Collectors.toSet());
  }

  private static Line line(List<String> line) {
    // A command may have a subcommand. Without a command it is run.
    if (line.size() > 1 && OF_TWO_WORDS.getOrDefault(line.get(0), Set.of()).contains(line.get(1))) {
      return new Line(line.get(0) + " " + line.get(1), line.subList(2, line.size()));
    }
    return !line.isEmpty() && COMMANDS.contains(line.get(0))
        ? new Line(line.get(0), line.subList(1, line.size()))
        : new Line("run", line);
  }

  private static List<String> split(String text) {
    return WORD.matcher(text).results().map(CommandLines::unquoted).toList();
  }

  private static String unquoted(MatchResult word) {
    for (int group = 1; group < 3; group++) {
      if (word.group(group) != null) {
        return word.group(group);
      }
    }
    return word.group();
  }
}
