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
 * Unites the parts of one run that ran on several machines. Parts share an environment but for
 * their start times, share the order of forks, and have no place in that order twice. Two runs of
 * one plan have every place twice.
 */
public final class RunParts {
  private RunParts() {}

  /**
   * Unites parts. A cell is left out if one of its forks failed in any part, because the other
   * forks are then a biased selection.
   *
   * @param inputs sets of results
   * @param mayBePart selects the sets that may be part of a run
   * @param failed gives the cells with a failed fork, as far as a set knows them
   * @param say receives a message for each cell that is left out or that a part has no result of
   * @return the sets in their order, with the parts of one run as one set under its first part's
   *     name
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
      // In virtual time each part has its own cells.
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
