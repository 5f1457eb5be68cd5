package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.BenchmarkList;

/**
 * Runs the cases below {@code cases}. A case is a folder with the files that its commands read. Its
 * {@code session.txt} has the commands and the expected output of each. To write the outputs anew,
 * add {@code -Dgolden.write=true} and read the difference.
 *
 * <pre>
 * # why
 * $ compare @/old.json --format csv       @ is the case's folder, OUT a new empty one
 *   what it prints                        two spaces in front
 * ! an error line
 * = 2                                     the exit code, unless it is 0
 * $ show OUT/page.html | 'regex'          only the matches in a file or in a command's output
 * </pre>
 */
@Timeout(120)
class CasesTest {
  private static final Path CASES = Path.of("src/test/resources/dev/sessionbench/cli/cases");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  /** Locales with other separators, with two kinds of other digits, and with a dotless small i. */
  private static final List<String> LOCALES =
      List.of("de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR");

  @TempDir private Path out;

  static List<Path> cases() throws IOException {
    try (Stream<Path> files = Files.walk(CASES)) {
      return files
          .filter(file -> file.endsWith("session.txt"))
          .map(file -> CASES.relativize(file.getParent()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyCasePrintsItsExpectedOutput(Path name) throws IOException {
    Path folder = CASES.resolve(name);
    Path file = folder.resolve("session.txt");
    String kept = Files.readString(file);
    String now = session(kept, folder);
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(file, now);
    } else {
      assertThat(now).isEqualTo(kept);
    }
  }

  static Stream<Path> formats() throws IOException {
    return cases().stream().filter(name -> name.startsWith("formats"));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void everyFormatIsTheSameInEveryLocale(Path name) throws IOException {
    Path folder = CASES.resolve(name);
    String kept = Files.readString(folder.resolve("session.txt"));
    Locale before = Locale.getDefault();
    try {
      for (String tag : LOCALES) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(session(kept, folder)).as(tag).isEqualTo(kept);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void everyCommandAnswersBadInputWithOneLineAndExitCodeTwo() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path name : cases()) {
      if (name.startsWith("complaints")) {
        all.append(Files.readString(CASES.resolve(name).resolve("session.txt")));
      }
    }
    assertThat(all.toString().replaceAll("(?m)^#.*\n", ""))
        .matches("(\\$ .*\n(  \\[build] .*\n)?! error: .*\n= 2\n)+");
    List<String> commands = all.toString().lines().filter(line -> line.startsWith("$ ")).toList();
    assertThat(commands).doesNotHaveDuplicates();
    assertThat(commands.stream().map(line -> line.split(" ", -1)[1]))
        .containsAll(
            List.of(
                "run",
                "compare",
                "report",
                "simulate",
                "advise",
                "serve",
                "calibrate",
                "gate",
                "study",
                "diagnose",
                "reference"));
  }

  /** The comments and commands of a case, with the present output of the commands. */
  private String session(String kept, Path folder) throws IOException {
    StringBuilder session = new StringBuilder();
    for (String line : kept.split("\n", -1)) {
      if (line.startsWith("#")) {
        session.append(line).append('\n');
      } else if (line.startsWith("$ ")) {
        session.append(line).append('\n').append(said(line.substring(2), folder));
      }
    }
    return session.toString();
  }

  private String said(String line, Path folder) throws IOException {
    List<String> parts =
        WORD.matcher(line)
            .results()
            .map(word -> word.group(1) == null ? word.group() : word.group(1))
            .map(word -> word.replace("@/", folder + "/").replace("OUT/", out + "/"))
            .toList();
    int pipe = parts.indexOf("|");
    CommandRun run = run(pipe < 0 ? parts : parts.subList(0, pipe));
    assertThat(run.out()).doesNotContain("\r").matches("(?s)(.*[^\n]\n)?");
    String printed = pipe < 0 ? run.out() : matches(parts.get(pipe + 1), run.out());
    String code = run.code() == 0 ? "" : "= " + run.code() + "\n";
    return (marked("  ", printed) + marked("! ", run.err()) + code)
        .replace(folder + "/", "@/")
        .replace(out + "/", "OUT/")
        .replace(Path.of("").toAbsolutePath().toString(), "TREE");
  }

  private static CommandRun run(List<String> line) throws IOException {
    String[] args = line.toArray(new String[0]);
    return switch (args[0]) {
      case "show" -> {
        Path file = Path.of(args[1]);
        yield Files.exists(file)
            ? new CommandRun(0, Files.readString(file), "")
            : new CommandRun(1, "", "no such file");
      }
      // These commands would start forks.
      case "run", "gate" -> {
        FakeRuns runs = new FakeRuns();
        runs.benchmarks = BenchmarkList.defaultList();
        CommandRun run = CommandRun.in(runs::world, args);
        assertThat(runs.ran).isEmpty();
        yield run;
      }
      default -> CommandRun.of(args);
    };
  }

  private static String matches(String regex, String text) {
    return Pattern.compile(regex, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .map(match -> match + "\n")
        .collect(Collectors.joining());
  }

  private static String marked(String mark, String text) {
    return text.lines()
        .map(line -> line.isEmpty() ? mark.strip() : mark + line)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
