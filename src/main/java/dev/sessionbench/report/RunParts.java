package dev.sessionbench.report;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.results.ForkMerge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the parts of one run together that several machines have run. Parts have an environment in
 * common but for when they began, the same order of forks among it, and no place in that order
 * twice; two runs of one plan have every place twice.
 */
public final class RunParts {
  private RunParts() {}

  /**
   * Unites parts.
   *
   * @param inputs sets of results
   * @return the sets in their order, the parts of one run as one set under the name of its first
   */
  public static List<ComparisonInput> unite(List<ComparisonInput> inputs) {
    List<ComparisonInput> united = new ArrayList<>();
    for (ComparisonInput input : inputs) {
      Optional<ComparisonInput> first =
          united.stream().filter(other -> areParts(other, input)).findFirst();
      if (first.isPresent()) {
        united.set(united.indexOf(first.get()), together(first.get(), input));
      } else {
        united.add(input);
      }
    }
    return united;
  }

  private static boolean areParts(ComparisonInput one, ComparisonInput other) {
    Set<Environment> run = runs(one);
    Set<Integer> places = places(one);
    Set<Integer> others = places(other);
    return run.size() == 1
        && run.equals(runs(other))
        && !places.isEmpty()
        && !others.isEmpty()
        && others.stream().noneMatch(places::contains);
  }

  private static ComparisonInput together(ComparisonInput one, ComparisonInput other) {
    return new ComparisonInput(
        one.label(),
        one.origin() + " + " + other.origin(),
        ForkMerge.merge(Stream.concat(one.results().stream(), other.results().stream()).toList()));
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
