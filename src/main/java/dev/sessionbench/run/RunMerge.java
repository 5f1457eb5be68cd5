package dev.sessionbench.run;

import dev.sessionbench.results.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts the parts of a run together that several machines have run. */
public final class RunMerge {
  private final Map<Integer, RunDirectory> parts = new TreeMap<>();
  private final RunManifest first;
  private final RunManifest whole;

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
      RunDirectory other = parts.put(shard.index(), part);
      if (other != null) {
        throw new UsageException(
            "--merge %s: is part %s, as %s is".formatted(folder, shard, other.path()));
      }
    }
    List<RunManifest> manifests =
        parts.values().stream().map(RunDirectory::readManifest).toList();
    first = manifests.get(0);
    parts.values().forEach(this::requireSamePlan);
    List<Environment> places = manifests.stream().map(RunManifest::environment).toList();
    whole =
        new RunManifest(
            first.jmhArguments(),
            first.orderSeed(),
            first.published(),
            first.environment(),
            first.cells(),
            null,
            places);
  }

  private void requireSamePlan(RunDirectory part) {
    RunManifest its = part.readManifest();
    List<String> differences =
        new ArrayList<>(Comparability.builds(its.environment(), first.environment()));
    if (!its.jmhArguments().equals(first.jmhArguments()) || !its.cells().equals(first.cells())) {
      differences.add(
          "it ran %s, not %s"
              .formatted(
                  String.join(" ", its.jmhArguments()), String.join(" ", first.jmhArguments())));
    }
    if (its.orderSeed() != first.orderSeed()) {
      differences.add("order seed is %s, was %s".formatted(its.orderSeed(), first.orderSeed()));
    }
    if (count(its) != count(first)) {
      differences.add("it is one of %s parts, not of %s".formatted(count(its), count(first)));
    }
    if (!differences.isEmpty()) {
      throw new UsageException(
          "--merge %s: is no part of one run with %s: %s"
              .formatted(
                  part.path(),
                  parts.values().iterator().next().path(),
                  String.join("; ", differences)));
    }
  }

  private static int count(RunManifest manifest) {
    return manifest.shard() == null ? 1 : manifest.shard().count();
  }

  /** How the machines of the parts differ, one phrase each; what they measured is merged anyway. */
  public List<String> machines() {
    TreeSet<String> differences = new TreeSet<>();
    parts.values().stream()
        .map(part -> part.readManifest().environment())
        .forEach(e -> differences.addAll(Comparability.machines(e, first.environment())));
    return List.copyOf(differences);
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
    RunDirectory merged = RunDirectory.create(results, startedAt, whole);
    for (RunDirectory part : parts.values()) {
      try {
        part.forks().copyTo(merged.forks(), part.readManifest().plan());
      } catch (IOException e) {
        throw new UsageException("--merge %s: cannot be copied: %s".formatted(part.path(), e));
      }
    }
    return new PreparedRun(
        whole, JmhArguments.parse(whole.jmhArguments()), merged, Optional.empty());
  }
}
