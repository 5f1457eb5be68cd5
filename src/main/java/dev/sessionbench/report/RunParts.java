package dev.sessionbench.report;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.results.ForkMerge;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Puts the parts of one run together that several machines have run. Parts have an environment in
 * common but for when they began, the same order of forks among it, and no place in that order
 * twice; two runs of one plan have every place twice.
 */
public final class RunParts {
  private RunParts() {}

  /**
   * Unites parts. A cell of which a fork failed in one of them is left out: what the others
   * measured is a choice that the failure has made.
   *
   * @param inputs sets of results
   * @param mayBePart tells which of them may be part of a run
   * @param failed the cells of which a fork failed, as far as that is known of a set
   * @param say is told of each cell that is left out, and of each that a part has no result of
   * @return the sets in their order, the parts of one run as one set under the name of its first
   */
  public static List<ComparisonInput> unite(
      List<ComparisonInput> inputs,
      Predicate<ComparisonInput> mayBePart,
      Function<ComparisonInput, Set<Cell>> failed,
      Consumer<String> say) {
    List<List<ComparisonInput>> runs = new ArrayList<>();
    for (ComparisonInput input : inputs) {
      runs.stream()
          .filter(run -> mayBePart.test(input) && mayBePart.test(run.get(0)))
          .filter(run -> run.stream().allMatch(part -> areParts(part, input)))
          .findFirst()
          .ifPresentOrElse(run -> run.add(input), () -> runs.add(new ArrayList<>(List.of(input))));
    }
    return runs.stream()
        .map(run -> run.size() == 1 ? run.get(0) : together(run, failed, say))
        .toList();
  }

  private static boolean areParts(ComparisonInput one, ComparisonInput other) {
    Set<Environment> run = runs(one);
    Set<Integer> places = places(one);
    Set<Integer> others = places(other);
    return run.size() == 1
        && run.equals(runs(other))
        && !places.isEmpty()
        && !others.isEmpty()
        && Collections.disjoint(places, others);
  }

  private static ComparisonInput together(
      List<ComparisonInput> parts,
      Function<ComparisonInput, Set<Cell>> failed,
      Consumer<String> say) {
    String origin = parts.stream().map(ComparisonInput::origin).collect(Collectors.joining(" + "));
    List<CellResult> all = parts.stream().flatMap(part -> part.results().stream()).toList();
    Set<Cell> inAll = all.stream().map(CellResult::key).collect(Collectors.toSet());
    parts.forEach(part -> inAll.retainAll(part.results().stream().map(CellResult::key).toList()));
    Set<Cell> failedInOne =
        parts.stream().flatMap(part -> failed.apply(part).stream()).collect(Collectors.toSet());
    List<CellResult> whole = new ArrayList<>();
    ParameterColumns labels = ParameterColumns.of(all.stream().map(CellResult::key).toList());
    for (CellResult cell : ForkMerge.merge(all)) {
      String label = labels.label(cell.key());
      if (failedInOne.contains(cell.key())) {
        say.accept("%s: %s is left out, as a fork of it failed".formatted(origin, label));
        continue;
      }
      whole.add(cell);
      // Of virtual time each part has cells of its own.
      if (!inAll.contains(cell.key()) && !cell.isSimulated()) {
        say.accept("%s: not all parts have a result of %s".formatted(origin, label));
      }
    }
    return new ComparisonInput(parts.get(0).label(), origin, whole);
  }

  /** The environments without what differs between the parts of a run, or between its cells. */
  private static Set<Environment> runs(ComparisonInput input) {
    return input.results().stream()
        .map(CellResult::environment)
        .filter(Objects::nonNull)
        .map(environment -> environment.withStartedAt("").withSeed(""))
        .collect(Collectors.toSet());
  }

  private static Set<Integer> places(ComparisonInput input) {
    return input.results().stream()
        .map(CellResult::forkConditions)
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .map(ForkConditions::position)
        .collect(Collectors.toSet());
  }
}
