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
        lines.add(line(words(jar.group(1))));
      } else if (goal.matches()) {
        String arguments = goal.group(2) == null ? "" : goal.group(2);
        lines.add(line(words(goal.group(1) + " " + arguments)));
      }
    }
    return lines;
  }

  /** The options in the help of a command. */
  static Set<String> options(String command) {
    ByteArrayOutputStream help = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(help, true, StandardCharsets.UTF_8);
    // The full help of run includes JMH's part and goes to the console. This is our part only.
    String words = command.equals("run") ? "help run" : command + " --help";
    Main.execute(out, out, words.split(" "));
    return OPTION
        .matcher(help.toString(StandardCharsets.UTF_8))
        .results()
        .flatMap(option -> List.of(option.group(1).split(", ")).stream())
        .collect(Collectors.toSet());
  }

  private static Line line(List<String> words) {
    // A command may have a subcommand. Without a command it is run.
    if (words.size() > 1
        && OF_TWO_WORDS.getOrDefault(words.get(0), Set.of()).contains(words.get(1))) {
      return new Line(words.get(0) + " " + words.get(1), words.subList(2, words.size()));
    }
    return !words.isEmpty() && COMMANDS.contains(words.get(0))
        ? new Line(words.get(0), words.subList(1, words.size()))
        : new Line("run", words);
  }

  private static List<String> words(String text) {
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
