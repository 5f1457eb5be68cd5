package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how many cells are counted before they are judged, with made-up counts. */
class CountPartsTest {
  private static final Policy POLICY = PolicyFile.bundled().policy();

  /** The cells of one side: four loads in process, two over TCP at half of the demands, scripts. */
  static final int CELLS = 4 * 32 + 2 * 16 + 5;

  private static final Counting RULE = new Counting(Map.of());

  /** The extra requests of a cell in the n-th process of the candidate. */
  private interface More {
    int more(String cell, int process);
  }

  private final Queue<String> opened = new ConcurrentLinkedQueue<>();

  /** The extra requests of the baseline's cells, compared with the closed form. */
  private IntSupplier offTheRule = () -> 0;

  private static BuiltSide side(String name) {
    return new BuiltSide(name, new SideIdentity(name, Map.of(), "abc", "false", "6.107.0", "", ""));
  }

  private CountStage stage(Policy policy, More more) {
    return new CountStage(
        policy, side("base"), side("head"), side -> counter(side, more), line -> {});
  }

  private CountData count(Policy policy, More more) {
    CountStage stage = stage(policy, more);
    return stage.run(stage.cells(), CountData.NONE, data -> {});
  }

  private SideCounter counter(BuiltSide side, More more) {
    opened.add(side.classPath());
    int process = opened.size() / 2;
    return new SideCounter() {
      @Override
      public Run count(Side of, String cell) {
        Map<String, Double> counts = new HashMap<>();
        RULE.byRule(CountCell.parse(cell)).forEach((name, value) -> counts.put(name, value + 0.0));
        int added =
            side.classPath().equals("head") ? more.more(cell, process) : offTheRule.getAsInt();
        counts.merge(RunMetric.RPCS.key(), (double) added, Double::sum);
        return new Run(of, counts, "", 0);
      }

      @Override
      public void close() {}
    };
  }

  private static Outcome outcome(CountData data) {
    return Judge.countsAlone(POLICY, data).outcome();
  }

  @Test
  void equalSidesCountAllCellsInOneProcessEach() {
    CountData data = count(POLICY, (cell, process) -> 0);
    assertThat(data.cells()).hasSize(CELLS).allMatch(cell -> cell.again().isEmpty());
    assertThat(data.cells()).extracting(CountData.Cell::name).doesNotHaveDuplicates();
    assertThat(opened).containsExactly("base", "head");
    assertThat(data.notes()).isEmpty();
    assertThat(outcome(data)).isEqualTo(Outcome.SAME);
  }

  @Test
  void changeOfAllCellsIsFoundInAMixedFirstPart() {
    CountData data = count(POLICY, (cell, process) -> 1);
    assertThat(outcome(data)).isEqualTo(Outcome.CHANGED);
    List<CountCell> counted = data.cells().stream().map(c -> CountCell.parse(c.name())).toList();
    assertThat(counted).hasSizeBetween(30, 40).containsAll(CountCell.scripts());
    assertThat(counted).extracting(CountCell::step).containsAll(CountCell.STEPS);
    assertThat(counted).extracting(CountCell::percent).contains(25, 50, 75, CountCell.FULL);
    assertThat(counted).extracting(CountCell::transport).contains(Transport.values());
    assertThat(data.cells())
        .filteredOn(cell -> !cell.again().isEmpty())
        .hasSize(CountStage.CELLS_AGAIN)
        .allMatch(cell -> cell.again().size() == 2 * CountStage.RUNS_AGAIN);
    assertThat(data.notes())
        .containsExactly(
            "The counts of %d cells decided; the other %d were not counted."
                .formatted(counted.size(), CELLS - counted.size()));
    assertThat(opened).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "burstRead incStep=1 inprocess",
        "burstReadAndWrite incStep=20 tcp 25%",
        "steadyIncrease incStep=100 tcp 25%"
      })
  void changeOfAnySingleCellIsFound(String changed) {
    CountData data = count(POLICY, (cell, process) -> cell.equals(changed) ? -1 : 0);
    assertThat(outcome(data)).isEqualTo(Outcome.CHANGED);
    assertThat(data.cells())
        .filteredOn(cell -> !cell.again().isEmpty())
        .singleElement()
        .satisfies(cell -> assertThat(cell.name()).isEqualTo(changed))
        .satisfies(cell -> assertThat(cell.again()).hasSize(2 * CountStage.RUNS_AGAIN));
  }

  @Test
  void differenceThatFreshRunsDoNotConfirmEndsNothing() {
    CountData data = count(POLICY, (cell, process) -> process == 1 ? 1 : 0);
    assertThat(data.cells()).hasSize(CELLS).noneMatch(cell -> cell.again().isEmpty());
    assertThat(data.notes()).isEmpty();
    assertThat(outcome(data)).isEqualTo(Outcome.SAME);
  }

  @Test
  void firstRunOfAProcessDoesNotJudgeTheCellOfChannels() {
    Set<Integer> warm = new HashSet<>();
    CountData data =
        stage(POLICY, (cell, process) -> warm.add(process) ? 1 : 0)
            .run(List.of(CountCell.channels()), CountData.NONE, part -> {});
    assertThat(data.cells())
        .singleElement()
        .satisfies(cell -> assertThat(cell.again()).hasSize(2 * CountStage.RUNS_AGAIN));
    assertThat(outcome(data)).isEqualTo(Outcome.SAME);
  }

  @Test
  void changeIsFoundIfTheBaselineIsOffTheClosedForm() {
    offTheRule = () -> 1;
    assertThat(outcome(count(POLICY, (cell, process) -> 2))).isEqualTo(Outcome.CHANGED);
    assertThat(outcome(count(POLICY, (cell, process) -> 1))).isEqualTo(Outcome.SAME);
  }

  @Test
  void countThatRacesEverywhereIsCountedAgainInSomeCells() {
    Random random = new Random(1);
    offTheRule = () -> random.nextInt(3);
    CountData data = count(POLICY, (cell, process) -> random.nextInt(3));
    assertThat(data.cells()).hasSize(CELLS).anyMatch(cell -> cell.again().isEmpty());
    assertThat(outcome(data)).isEqualTo(Outcome.SAME);
  }
}
