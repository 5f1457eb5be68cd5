package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.ResultFile;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays cells of the lab's committed data again. Except for the commit, this build must reproduce
 * them to the byte.
 */
class LabReplayTest {
  private final SimulatedResults virtual = new SimulatedResults();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "strategies.json.gz",
        "below-max.json.gz",
        "cold-start.json.gz",
        "shrink.json.gz",
        "growth/result.json.gz"
      })
  void oneCellOfEachLoadReplaysToItsRecordedResult(String file) {
    assertReplayed(Path.of("results/lab", file), "fixed-step");
  }

  /** Plays only the lightest cell, since a thousand clients take seconds with any strategy. */
  @Tag("slow")
  @Test
  void theLightestCellOfTheFleetIsReproduced() {
    assertReplayed(Path.of("results/lab/fleet/all.json.gz"), "multiplexed");
  }

  private void assertReplayed(Path file, String strategy) {
    List<CellResult> cells = ResultFile.read(file);
    Set<String> replayed = new HashSet<>();
    for (int i = 0; i < cells.size(); i++) {
      CellResult kept = cells.get(i);
      if (strategy.equals(kept.key().params().get("strategy")) && replayed.add(load(kept))) {
        Cell asPlayed = new Cell(kept.benchmark(), Cell.SINGLE_SHOT, kept.key().params());
        CellResult again =
            virtual
                .result(asPlayed, i + 1)
                .withEnvironment(Objects.requireNonNull(kept.environment()));
        assertThat(Json.text(again)).as("%s", kept.key()).isEqualTo(Json.text(kept));
      }
    }
    assertThat(replayed).hasSize((int) cells.stream().map(LabReplayTest::load).distinct().count());
  }

  /** The load, and the shrink strategy, which has a result of its own. */
  private static String load(CellResult cell) {
    return cell.benchmark() + " " + cell.key().params().getOrDefault("shrink", "");
  }
}
