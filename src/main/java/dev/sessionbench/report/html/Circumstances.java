package dev.sessionbench.report.html;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.text.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where results were made, and what disturbed them.
 *
 * @param facts the environment
 * @param conditions the circumstances of the forks, summed up
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
   * @return what their results say of them
   */
  public static Circumstances of(List<CellResult> cells) {
    List<Environment> environments =
        cells.stream().map(CellResult::environment).filter(Objects::nonNull).distinct().toList();
    List<ForkConditions> forks =
        cells.stream()
            .map(CellResult::forkConditions)
            .filter(Objects::nonNull)
            .flatMap(List::stream)
            .toList();
    return new Circumstances(
        facts(cells.get(0), environments), conditions(forks), warnings(environments));
  }

  private static List<Fact> facts(CellResult cell, List<Environment> environments) {
    Stream<Fact> where =
        environments.isEmpty()
            ? Stream.of(new Fact("Environment", "not recorded: JMH itself wrote this file"))
            : facts(environments);
    String java = cell.jdkVersion() + ", " + cell.vmName() + " " + cell.vmVersion();
    String iterations =
        "%s forks of %s warm-up and %s measured iterations"
            .formatted(cell.forks(), cell.warmupIterations(), cell.measurementIterations());
    Stream<Fact> how =
        Stream.of(
            new Fact("Java", java),
            new Fact("JVM arguments", String.join(" ", cell.jvmArgs())),
            new Fact("JMH", cell.jmhVersion() + ", mode " + cell.mode()),
            new Fact("Each cell", iterations));
    return Stream.concat(where, how).toList();
  }

  private static Stream<Fact> facts(List<Environment> environments) {
    Environment first = environments.get(0);
    String changes = first.dirty().equals("true") ? ", with changes not committed" : "";
    return Stream.of(
        new Fact("Client", clients(environments)),
        new Fact("Suite", "commit " + first.gitCommit() + changes),
        new Fact("Processor", first.cpuModel() + ", " + first.cores() + " cores"),
        new Fact("Operating system", first.os()),
        new Fact("Started", first.startedAt()),
        new Fact("Seeds", "load " + first.seed() + ", order " + first.orderSeed()));
  }

  /** What each client of the cells ran on. */
  private static String clients(List<Environment> environments) {
    return environments.stream()
        .map(
            made ->
                made.libraries().isEmpty()
                    ? "google-cloud-spanner " + made.clientVersion()
                    : made.libraries())
        .distinct()
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private static List<Fact> conditions(List<ForkConditions> forks) {
    if (forks.isEmpty()) {
      return List.of();
    }
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
    double[] known = forks.stream().mapToDouble(value).filter(Double::isFinite).sorted().toArray();
    if (known.length == 0) {
      return Environment.UNKNOWN;
    }
    return "%s to %s%s, middle %s%s"
        .formatted(
            Numbers.label(known[0]),
            Numbers.label(known[known.length - 1]),
            unit,
            Numbers.label(known[known.length / 2]),
            unit);
  }

  private static List<String> warnings(List<Environment> environments) {
    return environments.stream()
        .skip(1)
        .flatMap(other -> other.differencesFrom(environments.get(0)).stream())
        .distinct()
        .map(difference -> "Not all cells were measured in one environment: " + difference + ".")
        .toList();
  }
}
