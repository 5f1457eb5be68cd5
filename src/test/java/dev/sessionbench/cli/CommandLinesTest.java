package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.BenchCommand.World;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Checks that the command lines of workflows and manifests use only options that exist. */
class CommandLinesTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?:benchmarks?|base|head)\\.jar (run|gate|compare) ([^|<\\n]*)");

  record Line(Path file, String command, List<String> options) {}

  static List<Line> lines() throws IOException {
    List<Line> lines = new ArrayList<>();
    for (Path folder : List.of(Path.of(".github/workflows"), Path.of("docs/sweep"))) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().matches(".*\\.ya?ml")).sorted().toList()) {
          // Folded lines and lines that end in a backslash are one command.
          String text =
              Files.readString(file)
                  .replaceAll("\\\\\\n\\s*", "")
                  .replaceAll("\\n\\s+(?=--[a-z])", " ");
          Matcher matcher = COMMAND.matcher(text);
          while (matcher.find()) {
            lines.add(new Line(file, matcher.group(1), options(matcher.group(2))));
          }
        }
      }
    }
    assertThat(lines).hasSizeGreaterThanOrEqualTo(5);
    return lines;
  }

  private static List<String> options(String line) {
    return Stream.of(line.split("\\s+")).filter(word -> word.startsWith("--")).toList();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void everyOptionExists(Line line) {
    CommandLine commands =
        Main.commands(
            World.real(
                new PrintStream(OutputStream.nullOutputStream()),
                new PrintStream(OutputStream.nullOutputStream())));
    assertThat(line.options()).isNotEmpty();
    CommandLine command = commands.getSubcommands().getOrDefault(line.command(), commands);
    assertThat(command.getCommandSpec().optionsMap())
        .containsKeys(line.options().toArray(new String[0]));
  }
}
