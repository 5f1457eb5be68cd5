package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.base.results.HistoryFile;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Measurements;
import dev.sessionbench.gate.judge.GateHistory;
import dev.sessionbench.gate.policy.Policy;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The history that a whole gate is added to once it has ended. */
final class GateHistoryOption {
  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Add the measured ratios to a history of gates, which gate drift reads.")
  private Optional<Path> history = Optional.empty();

  /**
   * Refuses a part of a gate: it has a part of the figures.
   *
   * @param there how many different parts there are
   * @param all how many there should be
   * @throws BadInput if there are fewer
   */
  void requireWhole(long there, int all) {
    if (history.isPresent() && there < all) {
      throw new BadInput(
          "--history: takes whole gates; put the shards together with --from, and give it there");
    }
  }

  /**
   * Refuses measurements of which more may come, or will not because their gate died.
   *
   * @param parts all that there is of a gate
   * @throws BadInput if a part is missing or has not ended
   */
  void requireEnded(List<MeasurementFolder> parts) {
    requireWhole(
        parts.stream().map(part -> part.plan().shard()).distinct().count(),
        parts.get(0).plan().shards());
    for (MeasurementFolder part : parts) {
      if (history.isPresent() && part.isInterrupted()) {
        throw new BadInput(
            "--history: takes gates that have ended, and %s has no %s; go on with gate --resume"
                .formatted(part.path(), MeasurementFolder.VERDICT));
      }
    }
  }

  /**
   * Adds a gate. To judge it again does not make it two: its line takes the place of the earlier.
   *
   * @param parts all of the gate's parts, in any order
   * @param options may name a policy that is not the gate's own
   * @param complaints is told of a torn last line, by file and line
   * @throws BadInput if the file cannot be read or written
   */
  void remember(List<MeasurementFolder> parts, GateOptions options, Consumer<String> complaints) {
    if (history.isPresent()) {
      Policy policy = options.namedPolicy().orElseGet(() -> parts.get(0).policy()).policy();
      // Each part began at a time of its own; whatever their order, it is one gate.
      MeasurementFolder first =
          parts.stream().min(Comparator.comparingInt(part -> part.plan().shard())).orElseThrow();
      GateLine line = GateHistory.line(first.plan(), policy, Measurements.merge(parts, policy));
      HistoryFile.put(history.get(), line, line::isOfTheGateOf, GateLine.TYPE, complaints);
    }
  }
}
