package dev.sessionbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.run.PlannedCell;
import dev.sessionbench.lab.simulate.CellGrid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;

class ReproduceCommandTest {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  @Test
  void commandNamesNoValueOfOtherCells() {
    List<String> commands =
        commands(
            List.of(
                cell("burstRead", Map.of("timeScale", "2")),
                cell("steadyIncrease", Map.of("timeScale", "4")).withWarmupIterations(12)));
    assertThat(commands).hasSize(2);
    assertThat(commands.get(0))
        .contains("burstRead", " -p timeScale=2 ", " -wi 1 ")
        .doesNotContain("steadyIncrease");
    assertThat(commands.get(1))
        .contains("steadyIncrease", " -p timeScale=4 ", " -wi 12 ")
        .doesNotContain("burstRead");
  }

  @Test
  void baselineCommandsFindExactlyItsCells() {
    List<CellResult> baseline = ResultFile.read(Path.of("results", "baseline", "result.json.gz"));
    List<String> commands = commands(baseline);
    assertThat(commands).hasSize(3);
    CellFinder finder = new CellFinder(BenchmarkList.defaultList());
    List<PlannedCell> found = new ArrayList<>();
    commands.forEach(command -> found.addAll(finder.find(arguments(command))));
    assertThat(found)
        .extracting(cell -> cell.key() + " " + cell.forks() + " " + cell.iterations())
        .containsExactlyInAnyOrderElementsOf(
            baseline.stream()
                .map(
                    cell ->
                        "%s %s %s"
                            .formatted(
                                cell.key(),
                                cell.forks(),
                                cell.warmupIterations() + cell.measurementIterations()))
                .toList());
    assertThat(arguments(commands.get(0)).options().getJvmArgs().get())
        .containsExactlyElementsOf(baseline.get(0).jvmArgs());
  }

  @Test
  void cellsThatAreNoProductTakeSeveralCommands() {
    List<CellResult> cells =
        List.of(
            cell("x", Map.of("a", "1", "b", "1")),
            cell("x", Map.of("a", "1", "b", "2")),
            cell("x", Map.of("a", "2", "b", "2")),
            cell("x", Map.of("a", "1")),
            cell("x", Map.of("a", "2")));
    assertThat(commands(cells))
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).contains(" -p a=1 ", " -p b=1,2 "),
            two -> assertThat(two).contains(" -p a=2 ", " -p b=2 "),
            three -> assertThat(three).contains(" -p a=1,2 ").doesNotContain(" b="));
  }

  @Test
  void otherBuildsAndArgumentsHaveTheirOwnCommands() {
    CellResult base = cell("x", Map.of("file", "base"));
    CellResult handicapped = base.withJvmArgs(List.of("-Xmx1g", "-Dinject=a b"));
    String other = "0123456789012345678901234567890123456789";
    CellResult head =
        base.withEnvironment(SyntheticRun.environment().withGitCommit(other).withOrderSeed(7));
    String text = ReproduceCommand.of(List.of(base, handicapped, head, base));
    assertThat(text)
        .containsSubsequence(
            "git checkout c0ffee00", "./mvnw", "run", "run", "git checkout " + other, "./mvnw")
        .doesNotContain("file=");
    assertThat(commands(List.of(base, handicapped, head, base)))
        .satisfiesExactly(
            one -> assertThat(one).contains("--order-seed 42 -jvmArgs '-Xms1g -Xmx1g -Dx'"),
            two -> assertThat(two).contains("-jvmArgs '-Xmx1g \"-Dinject=a b\"'"),
            three -> assertThat(three).contains("--order-seed 7 "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"strategies", "shrink", "cases/c3p0-65"})
  void virtualTimeCellsUseSimulate(String name) {
    List<CellResult> results = ResultFile.read(Path.of("results/lab/" + name + ".json.gz"));
    assertThat(commands(results)).as("nothing of it is measured").isEmpty();
    CellFinder finder = new CellFinder(BenchmarkList.defaultList());
    List<Cell> found = new ArrayList<>();
    for (String command : commands("simulate", results)) {
      List<String> args = args(command.replaceFirst("^.* simulate ", ""));
      Map<String, List<String>> chosen = new LinkedHashMap<>();
      for (int i = 1; i < args.size(); i += 2) {
        assertThat(args.get(i)).isEqualTo("-p");
        String[] parameter = args.get(i + 1).split("=", 2);
        chosen.put(parameter[0], List.of(parameter[1].split(",")));
      }
      found.addAll(new CellGrid(finder, chosen).cells(List.of(args.get(0))));
    }
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(results.stream().map(CellResult::key).toList());
  }

  @Test
  void fileHashIsNoParameter() {
    String command =
        commands(List.of(cell("x", Map.of("profile", "p.yaml", "profileContent", "aa")))).get(0);
    assertThat(command).contains(" -p profile=p.yaml ").doesNotContain("profileContent");
  }

  private static CellResult cell(String method, Map<String, String> params) {
    return SyntheticRun.cell("p.C." + method, params, "-Dx", SyntheticRun.environment());
  }

  private static List<String> commands(List<CellResult> cells) {
    return commands("run", cells);
  }

  private static List<String> commands(String name, List<CellResult> cells) {
    return ReproduceCommand.of(cells)
        .replace(" \\\n  ", " ")
        .lines()
        .filter(line -> line.startsWith("java -jar target/benchmarks.jar " + name + " "))
        .toList();
  }

  /** The arguments as a shell reads them. */
  private static List<String> args(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> Optional.ofNullable(word.group(1)).orElseGet(word::group))
        .toList();
  }

  /** The arguments that JMH gets from a command. */
  private static JmhArguments arguments(String command) {
    return JmhArguments.parse(
        args(command.replaceFirst("^.* run ", "").replaceFirst("--order-seed \\d+", "")));
  }
}
