package dev.sessionbench.run;

import dev.sessionbench.results.CellResult;
import java.util.List;
import java.util.Optional;

/**
 * A run that has passed every check and can start.
 *
 * @param manifest what it sets out to do
 * @param arguments JMH's view of the command line
 * @param directory its files, with the forks that are there already
 * @param request the further result file that JMH's options ask for
 */
public record PreparedRun(
    RunManifest manifest,
    JmhArguments arguments,
    RunDirectory directory,
    Optional<ResultRequest> request) {
  /** Writes the merged results of the forks that there are. */
  public List<CellResult> merge() {
    return directory.writeResults(manifest);
  }

  /** The forks that have no result yet. */
  public List<PlannedFork> missing() {
    return manifest.plan().stream().filter(fork -> !directory.forks().has(fork)).toList();
  }
}
