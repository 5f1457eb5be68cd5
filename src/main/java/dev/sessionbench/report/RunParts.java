package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.results.ForkMerge;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Puts the parts of one run together that several machines have run. Parts have an environment in
 * common but for when they began, the same order of forks among it, and no place in that order
 * twice; two runs of one plan have every place twice.
 */
public final class RunParts {
  /** The client of a cell in virtual time. */
  private static final String VIRTUAL = "simulated";

  private RunParts() {}

  /**
   * Unites parts. What is measured of a cell is dealt out to all parts, so one that a part has no
   * result of is left out: of a failed fork the others are no measurement.
   *
   * @param inputs sets of results
   * @param say is told of each cell that is left out
   * @return the sets in their order, the parts of one run as one set under the name of its first
   */
  public static List<ComparisonInput> unite(List<ComparisonInput> inputs, Consumer<String> say) {
    List<List<ComparisonInput>> runs = new ArrayList<>();
    for (ComparisonInput input : inputs) {
      runs.stream()
          .filter(run -> run.stream().allMatch(part -> areParts(part, input)))
          .findFirst()
          .ifPresentOrElse(run -> run.add(input), () -> runs.add(new ArrayList<>(List.of(input))));
    }
    return runs.stream().map(run -> run.size() == 1 ? run.get(0) : together(run, say)).toList();
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

  private static ComparisonInput together(List<ComparisonInput> parts, Consumer<String> say) {
    String origin = parts.stream().map(ComparisonInput::origin).collect(Collectors.joining(" + "));
    List<CellResult> all = parts.stream().flatMap(part -> part.results().stream()).toList();
    Set<CellKey> inAll = all.stream().map(CellResult::key).collect(Collectors.toSet());
    parts.forEach(part -> inAll.retainAll(part.results().stream().map(CellResult::key).toList()));
    List<CellResult> whole = new ArrayList<>();
    ParameterColumns labels = ParameterColumns.of(all.stream().map(CellResult::key).toList());
    for (CellResult cell : ForkMerge.merge(all)) {
      // Of virtual time each part has cells of its own.
      if (inAll.contains(cell.key()) || cell.clientVersion().equals(VIRTUAL)) {
        whole.add(cell);
      } else {
        say.accept(
            "%s: %s is left out, as not all parts have a result of it"
                .formatted(origin, labels.label(cell.key())));
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
