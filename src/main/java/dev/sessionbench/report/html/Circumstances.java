package dev.sessionbench.report.html;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.ComparisonInput.EnvironmentDifferences;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;

/**
 * Shows where results were made, and what disturbed them.
 *
 * @param facts the environment
 * @param conditions a summary of the circumstances of the forks
 * @param warnings what makes results of this file hard to compare with each other
 */
public record Circumstances(List<Fact> facts, List<Fact> conditions, List<String> warnings) {
  /**
   * One line of a list of facts.
   *
   * @param name what it is about
   * @param value what is the case
   */
  public record Fact(String name, String value) {}

  /**
   * The circumstances of some cells.
   *
   * @param cells the cells, at least one
   * @return what their results say of their circumstances
   */
  public static Circumstances of(List<CellResult> cells) {
    List<ForkConditions> forks = cells.stream().flatMap(CellResult::conditions).toList();
    List<String> warnings =
        EnvironmentDifferences.of(cells).stream()
            .map(each -> "Not all forks were measured in one environment: " + each + ".")
            .toList();
    return new Circumstances(
        facts(cells), forks.isEmpty() ? List.of() : conditions(forks), warnings);
  }

  private static List<Fact> facts(List<CellResult> cells) {
    List<Environment> made = cells.stream().flatMap(CellResult::environments).distinct().toList();
    List<Fact> facts = new ArrayList<>();
    if (made.isEmpty()) {
      facts.add(new Fact("Environment", "not recorded: JMH itself wrote this file"));
    } else {
      facts.add(fact("Client", made, Circumstances::client));
      facts.add(fact("Suite", made, Circumstances::suite));
      facts.add(fact("Processor", made, e -> e.cpuModel() + ", " + e.cores() + " cores"));
      facts.add(fact("Operating system", made, Environment::os));
      facts.add(fact("Started", made, Environment::startedAt));
      facts.add(fact("Seeds", made, e -> "load " + e.seed() + ", order " + e.orderSeed()));
    }
    facts.add(fact("Java", cells, c -> c.jdkVersion() + ", " + c.vmName() + " " + c.vmVersion()));
    Function<CellResult, String> arguments =
        c -> c.jvmArgs().isEmpty() ? "none" : String.join(" ", c.jvmArgs());
    facts.add(fact("JVM arguments", cells, arguments));
    facts.add(fact("JMH", cells, cell -> cell.jmhVersion() + ", mode " + cell.mode()));
    String forks = range(cells, CellResult::forks) + " forks of ";
    String warmUps = range(cells, CellResult::warmupIterations) + " warm-up and ";
    String measured = range(cells, CellResult::measurementIterations) + " measured iterations";
    facts.add(new Fact("Each cell", forks + warmUps + measured));
    return facts;
  }

  /** A fact of cells or environments, with each value that some of them have. */
  private static <T> Fact fact(String name, List<T> all, Function<T, String> value) {
    return new Fact(name, all.stream().map(value).distinct().collect(joining("; ")));
  }

  private static String client(Environment made) {
    return made.libraries().isEmpty()
        ? "google-cloud-spanner " + made.clientVersion()
        : made.libraries();
  }

  private static String suite(Environment made) {
    String changes = made.dirty().equals("true") ? ", with changes not committed" : "";
    return "commit " + made.gitCommit() + changes;
  }

  private static String range(List<CellResult> cells, ToIntFunction<CellResult> value) {
    IntSummaryStatistics all = cells.stream().mapToInt(value).summaryStatistics();
    return all.getMin() == all.getMax() ? all.getMin() + "" : all.getMin() + " to " + all.getMax();
  }

  private static List<Fact> conditions(List<ForkConditions> forks) {
    List<String> starts = forks.stream().map(ForkConditions::startedAt).sorted().toList();
    return List.of(
        new Fact("Forks", Integer.toString(forks.size())),
        new Fact("Started between", starts.get(0) + " and " + starts.get(starts.size() - 1)),
        new Fact("Load before a fork", range(forks, ForkConditions::loadBefore, "")),
        new Fact("CPU time stolen", range(forks, ForkConditions::stealPercent, " %")),
        new Fact("CPU time of others", range(forks, ForkConditions::cpuByOthersPercent, " %")));
  }

  private static String range(
      List<ForkConditions> forks, ToDoubleFunction<ForkConditions> value, String unit) {
    DoubleStream values = forks.stream().mapToDouble(value).filter(Double::isFinite).sorted();
    List<String> known = values.mapToObj(Numbers::label).toList();
    return known.isEmpty()
        ? Environment.UNKNOWN
        : known.get(0)
            + " to %1$s%2$s, middle %3$s%2$s"
                .formatted(known.get(known.size() - 1), unit, known.get(known.size() / 2));
  }
}
