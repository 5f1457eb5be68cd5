package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much is counted before it is judged, by sides whose counts are made up. */
class CountPartsTest {
  private static final Policy POLICY = PolicyFile.bundled().policy();
  private static final Counting RULE = new Counting(Map.of());

  /** How many more requests a cell makes in the n-th process of the candidate. */
  private interface More {
    int more(String cell, int process);
  }

  private final Queue<String> opened = new ConcurrentLinkedQueue<>();

  /** How many more requests than the rule's every cell of the baseline makes. */
  private int offTheRule;

  private static BuiltSide side(String name) {
    return new BuiltSide(name, new SideIdentity(name, Map.of(), "abc", "false", "6.107.0", "", ""));
  }

  private CountData count(Policy policy, More more) {
    return new CountStage(
            policy, side("base"), side("head"), side -> counter(side, more), line -> {})
        .run(new Shard(1, 1));
  }

  private SideCounter counter(BuiltSide side, More more) {
    opened.add(side.classPath());
    int process = opened.size() / 2;
    return new SideCounter() {
      @Override
      public Map<String, Double> count(String cell) {
        Map<String, Double> counts = new HashMap<>(Map.of(RunMetric.IN_FLIGHT.key(), 3.0));
        RULE.byRule(CountCell.parse(cell)).forEach((name, value) -> counts.put(name, value + 0.0));
        int added = side.classPath().equals("head") ? more.more(cell, process) : offTheRule;
        counts.merge(RunMetric.RPCS.key(), (double) added, Double::sum);
        return counts;
      }

      @Override
      public void close() {}
    };
  }

  private static Outcome outcome(CountData data) {
    return Judge.countsAlone(POLICY, data).outcome();
  }

  @Test
  void equalSidesAreCountedWholeByOneProcessEach() {
    CountData data = count(POLICY, (cell, process) -> 0);
    assertThat(data.cells()).hasSize(256).allMatch(cell -> cell.again().isEmpty());
    assertThat(data.cells()).extracting(CountData.Cell::name).doesNotHaveDuplicates();
    assertThat(opened).containsExactly("base", "head");
    assertThat(data.notes()).isEmpty();
    assertThat(outcome(data)).isEqualTo(Outcome.SAME);
  }

  @Test
  void aChangeOfEveryCellIsFoundInAPartThatHasSomeOfEveryLoadStepDemandAndTransport() {
    CountData data = count(POLICY, (cell, process) -> 1);
    assertThat(outcome(data)).isEqualTo(Outcome.CHANGED);
    assertThat(data.cells()).hasSize(32).allMatch(cell -> cell.again().size() == 2 * 2);
    assertThat(data.cells().stream().map(c -> c.name().replaceAll(" incStep=\\d+", "")).distinct())
        .hasSize(32);
    assertThat(data.cells())
        .extracting(c -> CountCell.parse(c.name()).step())
        .containsAll(CountCell.STEPS);
    assertThat(data.notes())
        .containsExactly("The counts of 32 cells decided; the other 224 were not counted.");
    assertThat(opened).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "burstRead incStep=1 inprocess",
        "burstWrite incStep=20 tcp 75%",
        "steadyIncrease incStep=100 tcp 50%"
      })
  void aChangeOfOneCellIsFoundWhicheverItIs(String changed) {
    CountData data = count(POLICY, (cell, process) -> cell.equals(changed) ? -1 : 0);
    assertThat(outcome(data)).isEqualTo(Outcome.CHANGED);
    assertThat(data.cells())
        .filteredOn(cell -> !cell.again().isEmpty())
        .singleElement()
        .satisfies(cell -> assertThat(cell.name()).isEqualTo(changed))
        .satisfies(cell -> assertThat(cell.again()).hasSize(2 * 10));
  }

  @Test
  void whatFreshRunsDoNotShowEndsNothing() {
    CountData data = count(POLICY, (cell, process) -> process == 1 ? 1 : 0);
    assertThat(data.cells()).hasSize(256).noneMatch(cell -> cell.again().isEmpty());
    assertThat(data.notes()).isEmpty();
    assertThat(outcome(data)).isEqualTo(Outcome.SAME);
  }

  @Test
  void aChangeOfABaseThatIsOffTheRuleEverywhereIsFound() {
    offTheRule = 1;
    assertThat(outcome(count(POLICY, (cell, process) -> 2))).isEqualTo(Outcome.CHANGED);
    assertThat(outcome(count(POLICY, (cell, process) -> 1))).isEqualTo(Outcome.SAME);
  }

  @Test
  void aPartWithoutACellIsRefused() {
    CountStage stage =
        new CountStage(
            POLICY,
            side("base"),
            side("head"),
            side -> counter(side, (cell, process) -> 0),
            line -> {});
    refused(() -> stage.run(new Shard(257, 300)))
        .hasMessage("--shard 257/300: must be of fewer parts, as there is no counted cell in this");
  }

  @Test
  void whatIsJudgedOverAllCellsOfALoadIsCountedBeforeAnythingIsJudged() {
    String listed = "  - rpcsOnIdlestChannel\n";
    String text = PolicyFile.bundled().text();
    assertThat(text).contains(listed).doesNotContain("  - maxRpcsInFlight");
    Policy strict =
        PolicyFile.parse("strict", text.replace(listed, listed + "  - maxRpcsInFlight\n")).policy();
    assertThat(count(strict, (cell, process) -> 1).cells()).hasSize(256);
    assertThat(List.copyOf(opened)).hasSize(4);
  }
}
