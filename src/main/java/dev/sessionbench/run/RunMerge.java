package dev.sessionbench.run;

import dev.sessionbench.results.Environment;
import dev.sessionbench.run.fork.UsageException;
import dev.sessionbench.run.plan.JmhArguments;
import dev.sessionbench.run.plan.RunManifest;
import dev.sessionbench.run.plan.Shard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Puts the parts of a run together that several machines have run. */
public final class RunMerge {
  private final Map<Integer, Part> parts = new TreeMap<>();
  private final Part first;

  private record Part(RunDirectory directory, RunManifest manifest, Shard shard) {}

  /**
   * Checks that some folders are parts of one run.
   *
   * @param folders the folders, in any order
   * @throws UsageException naming the folder and what of it differs
   * @throws dev.sessionbench.results.ResultFileException if one of their files is malformed
   */
  public RunMerge(List<Path> folders) {
    for (Path folder : folders) {
      RunDirectory part = new RunDirectory(folder);
      RunManifest manifest = part.readManifest();
      Shard shard = manifest.shard();
      if (shard == null) {
        throw new UsageException(
            "--merge %s: is a whole run, must be a part that --shard left".formatted(folder));
      }
      part.checkForks(manifest);
      Part other = parts.put(shard.index(), new Part(part, manifest, shard));
      if (other != null) {
        throw new UsageException(
            "--merge %s: is part %s, as %s is".formatted(folder, shard, other.directory().path()));
      }
    }
    first = parts.values().iterator().next();
    parts.values().forEach(this::requireSamePlan);
  }

  private void requireSamePlan(Part part) {
    RunManifest its = part.manifest();
    RunManifest was = first.manifest();
    List<String> differences =
        new ArrayList<>(its.environment().buildDifferencesFrom(was.environment()));
    if (!its.jmhArguments().equals(was.jmhArguments()) || !its.cells().equals(was.cells())) {
      differences.add(
          "it ran %s, not %s"
              .formatted(
                  String.join(" ", its.jmhArguments()), String.join(" ", was.jmhArguments())));
    }
    if (its.orderSeed() != was.orderSeed()) {
      differences.add("order seed is %s, was %s".formatted(its.orderSeed(), was.orderSeed()));
    }
    int count = part.shard().count();
    if (count != first.shard().count()) {
      differences.add("it is one of %s parts, not of %s".formatted(count, first.shard().count()));
    }
    if (!differences.isEmpty()) {
      throw new UsageException(
          "--merge %s: is no part of one run with %s: %s"
              .formatted(
                  part.directory().path(),
                  first.directory().path(),
                  String.join("; ", differences)));
    }
  }

  /** How the machines of the parts differ, one phrase each; what they measured is merged anyway. */
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
   * Writes the folder of the whole run, which is like that of a run on one machine and can be
   * resumed like one.
   *
   * @param results the folder of all runs
   * @param startedAt names the folder
   * @return the run, with the forks of all parts
   * @throws UsageException if it cannot be written
   */
  public PreparedRun write(Path results, Instant startedAt) {
    RunManifest whole = first.manifest().withShard(null).withParts(environments());
    RunDirectory merged = RunDirectory.create(results, startedAt, whole);
    for (Part part : parts.values()) {
      RunDirectory from = part.directory();
      try {
        from.forks().copyTo(merged.forks(), part.manifest().plan());
      } catch (IOException e) {
        throw new UsageException("--merge %s: cannot be copied: %s".formatted(from.path(), e));
      }
    }
    return new PreparedRun(
        whole, JmhArguments.parse(whole.jmhArguments()), merged, Optional.empty());
  }
}
