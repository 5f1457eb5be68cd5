package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.CountedRuns.RPCS;
import static dev.sessionbench.gate.judge.CountedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulates equal sides with racing counts: less than 1 % of gates may find them different. */
class CountSimulationTest {
  private static final Policy POLICY = CountedRuns.policy(RPCS);
  private static final int GATES = 1_500;

  /** The number of fresh runs in the count stage. */
  private static final int RUNS_AGAIN = 10;

  private static List<Run> runs(int times, DoubleSupplier base, DoubleSupplier head) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      runs.add(run(Side.BASELINE, base.getAsDouble(), 3));
      runs.add(run(Side.CANDIDATE, head.getAsDouble(), 3));
    }
    return runs;
  }

  /** The outcome of a gate whose counts race; suspected cells are counted again. */
  private static Outcome gate(int cells, DoubleSupplier base, DoubleSupplier head) {
    List<Cell> counted =
        IntStream.range(0, cells)
            .mapToObj(i -> new Cell("cell " + i, Map.of(), runs(1, base, head), List.of()))
            .toList();
    List<String> suspects = CountJudge.suspects(POLICY, new CountData(counted));
    List<Cell> again =
        counted.stream()
            .map(
                cell ->
                    suspects.contains(cell.name())
                        ? cell.withAgain(runs(RUNS_AGAIN, base, head))
                        : cell)
            .toList();
    return Judge.countsAlone(POLICY, new CountData(again)).outcome();
  }

  private static double failing(int gates, int cells, DoubleSupplier values) {
    long failed =
        IntStream.range(0, gates).filter(i -> gate(cells, values, values).fails()).count();
    return (double) failed / gates;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.03, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5})
  void raceBetweenTwoValuesIsNoChange(double lost) {
    RandomGenerator random = new SplittableRandom(1);
    assertThat(failing(GATES, 1, () -> random.nextDouble() < lost ? 17 : 16)).isLessThan(0.01);
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "10, 1", "1000000, 1", "3, 32", "1000000, 32"})
  void raceAmongManyValuesIsNoChange(int values, int cells) {
    RandomGenerator random = new SplittableRandom(1);
    assertThat(failing(GATES / cells, cells, () -> random.nextInt(values))).isLessThan(0.01);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.005, 0.02, 0.05, 0.1, 0.2})
  void raceInAFewRunsOfManyCellsIsNoChange(double lost) {
    RandomGenerator random = new SplittableRandom(1);
    assertThat(failing(500, 165, () -> random.nextDouble() < lost ? 17 : 16)).isLessThan(0.01);
  }

  @Test
  void raceWithOtherValuesInTheCandidateIsAChange() {
    RandomGenerator random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      assertThat(gate(1, () -> random.nextInt(226, 266), () -> random.nextInt(10, 16)))
          .isEqualTo(Outcome.CHANGED);
    }
  }

  @Test
  void findingSaysThatACountVaries() {
    Cell cell =
        new Cell(
            "cell",
            Map.of(),
            CountedRuns.pair(226, 240),
            List.of(
                run(Side.BASELINE, 226, 3),
                run(Side.BASELINE, 266, 3),
                run(Side.CANDIDATE, 230, 3),
                run(Side.CANDIDATE, 270, 3)));
    Judgement judgement = Judge.countsAlone(POLICY, CountedRuns.data(cell));
    assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
    assertThat(judgement.findings())
        .filteredOn(finding -> !finding.decides())
        .extracting(Finding::note)
        .containsExactly(
            "varies in the baseline: 226 to 266 in the baseline, 230 to 270 in the candidate");
  }
}
