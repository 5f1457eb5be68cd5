package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.trial.TrialParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Checks that documents name only existing commands, options, parameters and metrics, and all of
 * them.
 */
class CommandsTest {
  private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][A-Za-z-]*");

  /** The options of run that take a value and must not reach JMH. */
  private static final Set<String> WITH_VALUE =
      Set.of("--resume", "--results", "--order-seed", "--shard", "--merge");

  private static final Set<String> FLAGS = Set.of("--quick", "--ideal");
  private static final List<String> COMMANDS =
      List.of(
          "run",
          "report",
          "compare",
          "gate",
          "gate selftest",
          "gate comment",
          "serve",
          "simulate",
          "advise",
          "calibrate",
          "study warmup",
          "study exhaustion",
          "diagnose");

  private static final Map<String, Set<String>> OPTIONS = new HashMap<>();

  static List<Document> documents() {
    return Document.all();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void optionsOfCommandLinesExist(Document document) {
    for (CommandLines.Line line : CommandLines.of(document)) {
      for (String word : line.arguments()) {
        String option = word.replaceFirst("=.*", "");
        if (OPTION.matcher(option).matches() && !isKnown(line.command(), option)) {
          assertThat(options(line.command())).as("%s", line).contains(option);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void jmhUnderstandsEveryRunCommand(Document document) throws CommandLineOptionException {
    for (CommandLines.Line line : CommandLines.of(document)) {
      if (line.command().equals("run") && !takesNoOptionsOfJmh(line)) {
        List<String> arguments = withoutOurs(line.arguments());
        CommandLineOptions jmh = new CommandLineOptions(arguments.toArray(new String[0]));
        List<String> patterns = jmh.getIncludes().isEmpty() ? List.of(".*") : jmh.getIncludes();
        assertThat(parameters(patterns).keySet())
            .as("%s", line)
            .isNotEmpty()
            .containsAll(named(arguments));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void optionsInTheTextExist(Document document) {
    Stream<String> options =
        document.codeSpans().stream()
            .map(span -> span.replaceFirst("[ =].*", ""))
            .filter(OPTION.asMatchPredicate())
            .filter(option -> !option.startsWith("-D") && !option.startsWith("-X"));
    assertThat(options)
        .allMatch(option -> COMMANDS.stream().anyMatch(command -> isKnown(command, option)));
  }

  @Test
  void parametersHaveTheDocumentedDefaults() {
    Map<String, List<String>> parameters = parameters(List.of("SessionPoolBenchmark"));
    // Each workload has its own value.
    parameters.remove(TrialParameters.TIME_SCALE.name());
    parameters.forEach(
        (name, values) ->
            assertThat(values)
                .as(name)
                .contains(TrialParameters.ALL.find(name).orElseThrow().standardText()));
  }

  @Test
  void referenceNamesAllParametersAndMetrics() {
    String reference =
        Document.read(Path.of("docs/parameters.md")).text()
            + Document.read(Path.of("docs/strategies.md")).text();
    List<CellResult> baseline = ResultFile.read(Path.of("results/baseline/result.json.gz"));
    assertThat(parameters(List.of(".*")).keySet()).allMatch(reference::contains);
    assertThat(baseline.get(0).secondaryMetrics().keySet()).allMatch(reference::contains);
  }

  private static List<String> withoutOurs(List<String> arguments) {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (WITH_VALUE.contains(argument)) {
        i++;
      } else if (!FLAGS.contains(argument)) {
        rest.add(argument);
      }
    }
    return rest;
  }

  private static List<String> named(List<String> arguments) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals("-p")) {
        names.add(arguments.get(i + 1).replaceFirst("=.*", ""));
      }
    }
    return names;
  }

  private static Map<String, List<String>> parameters(List<String> patterns) {
    return new CellFinder(BenchmarkList.defaultList())
        .parameters("^(?!com\\.google\\.).*(" + String.join("|", patterns) + ")");
  }

  private static boolean isKnown(String command, String option) {
    return options(command).contains(option) || (command.equals("run") && isOfJmh(option));
  }

  private static boolean isOfJmh(String option) {
    try {
      return new CommandLineOptions(option, "1").getIncludes().size() < 2;
    } catch (CommandLineOptionException e) {
      return !String.valueOf(e.getMessage()).contains("not a recognized option");
    }
  }

  private static boolean takesNoOptionsOfJmh(CommandLines.Line line) {
    return Stream.of("--counts", "--counts=json", "--merge", "--resume", "--help")
        .anyMatch(line.arguments()::contains);
  }

  private static Set<String> options(String command) {
    return OPTIONS.computeIfAbsent(command, CommandLines::options);
  }
}
