package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Unites the parts of a run that ran on several machines. */
public final class RunMerge {
  private final Map<Integer, RunDirectory> parts = new TreeMap<>();
  private final RunDirectory first;

  /**
   * Checks that some folders are parts of one run.
   *
   * @param folders the folders, in any order
   * @throws BadInput naming the folder that differs and how, or the first malformed file
   */
  public RunMerge(List<Path> folders) {
    for (Path folder : folders) {
      RunDirectory part = RunDirectory.open(folder);
      Shard shard = part.manifest().shard();
      if (shard == null) {
        throw new BadInput(
            "--merge %s: is a whole run, must be a part that --shard left".formatted(folder));
      }
      part.checkForks();
      RunDirectory other = parts.put(shard.index(), part);
      if (other != null) {
        throw new BadInput("--merge %s: is part %s, as %s is".formatted(folder, shard, other.path));
      }
    }
    first = parts.values().iterator().next();
    parts.values().forEach(this::requireSamePlan);
  }

  private void requireSamePlan(RunDirectory part) {
    RunManifest its = part.manifest();
    RunManifest was = first.manifest();
    List<String> differences =
        new ArrayList<>(its.environment().buildDifferencesFrom(was.environment()));
    if (!its.jmhArguments().equals(was.jmhArguments()) || !its.cells().equals(was.cells())) {
      String ran = String.join(" ", its.jmhArguments());
      String other = String.join(" ", was.jmhArguments());
      differences.add("it ran %s, not %s".formatted(ran, other));
    }
    if (its.orderSeed() != was.orderSeed()) {
      differences.add("order seed is %s, was %s".formatted(its.orderSeed(), was.orderSeed()));
    }
    if (count(its) != count(was)) {
      differences.add("it is one of %s parts, not of %s".formatted(count(its), count(was)));
    }
    BadInput.when(
        !differences.isEmpty(),
        "--merge %s: is no part of one run with %s: %s",
        part.path(),
        first.path(),
        String.join("; ", differences));
  }

  private static int count(RunManifest manifest) {
    return Objects.requireNonNull(manifest.shard()).count();
  }

  /** How the machines of the parts differ, one phrase each; the parts are merged anyway. */
  public List<String> machines() {
    return environments().stream()
        .flatMap(e -> e.machineDifferencesFrom(first.manifest().environment()).stream())
        .distinct()
        .sorted()
        .toList();
  }

  private List<Environment> environments() {
    return parts.values().stream().map(part -> part.manifest().environment()).toList();
  }

  /**
   * Writes the folder of the whole run. It has the same form as that of a run on one machine and
   * can be resumed.
   *
   * @param results the folder of all runs
   * @param startedAt gives the folder its name
   * @return the run, with the forks of all parts
   * @throws BadInput if it cannot be written
   */
  public RunDirectory write(Path results, Instant startedAt) {
    RunManifest whole = first.manifest().withShard(null).withParts(environments());
    RunDirectory merged = RunDirectory.create(results, startedAt, whole);
    parts.values().forEach(part -> copy(part, merged));
    return merged;
  }

  /** Copies what the forks of a part left, and the files that its cells read. */
  private static void copy(RunDirectory part, RunDirectory merged) {
    for (String folder : List.of("", PlannedFork.FOLDER, RunFolder.SERIES)) {
      for (Path file : part.files(folder)) {
        if (!folder.isEmpty() || file.toString().endsWith(".yaml")) {
          try {
            Path copy = merged.path().resolve(part.path().relativize(file));
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
          } catch (IOException e) {
            throw new BadInput("--merge %s: cannot be copied: %s".formatted(part.path(), e));
          }
        }
      }
    }
  }
}
