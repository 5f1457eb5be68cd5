package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Maps;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts a few cells of the real client, unchanged and patched, in separate processes. */
class CountStageTest {
  /** A full burst in process and one over TCP, and four loads at lower demands. */
  private static final Shard SIX = new Shard(4, 31);

  /** The full burst and half a steady load. */
  private static final Shard TWO = new Shard(4, 108);

  /** The full burst. */
  private static final Shard ONE = new Shard(4, CountPartsTest.CELLS);

  /** The scripted cells. */
  private static final Shard ACQUIRES = script(1);

  private static final Shard IDLE_ORDER = script(4);
  private static final Shard REOPENING = script(5);

  /** The baseline of all tests, which reuses known counts. */
  private static final OwnCounter BASE = OwnCounter.ofBase();

  /** Counts of scripts and of channels. */
  private static final List<String> OF_OTHER_CELLS =
      List.of(
          "sessionsUsed",
          "idleOrder",
          "threadsLeft",
          "heapLeft",
          "hastyRetries",
          "poolIdle",
          "idleSessionSeconds",
          "channelSkew",
          "busiestChannel",
          "channelsUsed",
          "connectionsOpened",
          "maxCallsOnConnection");

  private static final PolicyFile RULES = PolicyFile.bundled();

  @TempDir Path folder;

  private CountData data = CountData.NONE;

  /** One of the five scripts, which are the last cells. */
  private static Shard script(int number) {
    return new Shard(CountPartsTest.CELLS - 5 + number, CountPartsTest.CELLS);
  }

  /** Judges with a baseline that is counted in this process, which saves starting processes. */
  private Judgement judge(BuiltSide head, Shard cells) {
    return judge(head, cells, side -> side.equals(head) ? process(side) : BASE);
  }

  /**
   * Judges with a candidate that is counted in this process too, by classes that are loaded again.
   */
  private Judgement judgeLoaded(String change, Shard cells) {
    BuiltSide head = changed(change);
    SideCounter loaded = OwnCounter.changed(change);
    return judge(head, cells, side -> side.equals(head) ? loaded : BASE);
  }

  private ProcessSideCounter process(BuiltSide side) {
    return ProcessSideCounter.start(side, folder.resolve("log"));
  }

  private Judgement judge(BuiltSide head, Shard cells, Function<BuiltSide, SideCounter> source) {
    CountStage stage =
        new CountStage(RULES.policy(), side(OwnCounter.classPath()), head, source, line -> {});
    List<CountCell> all = stage.cells();
    List<CountCell> counted =
        IntStream.range(0, all.size()).filter(i -> cells.holds(i + 1)).mapToObj(all::get).toList();
    // In one process the threads of both sides are counted, so the sides must not run together.
    counted.forEach(cell -> BASE.counts(cell.name()));
    data = stage.run(counted, CountData.NONE, done -> {});
    return Judge.countsAlone(RULES.policy(), data);
  }

  private static BuiltSide side(String classPath) {
    return side(classPath, "");
  }

  private static BuiltSide side(String classPath, String change) {
    return new BuiltSide(
        classPath, new SideIdentity("", Map.of(), "abc", "false", "6.107.0", "", change));
  }

  private static BuiltSide changed(String change) {
    return side(OwnCounter.classPath(), change);
  }

  private static Finding changed(Judgement judgement, String cell, String metric) {
    assertThat(judgement.findings())
        .anyMatch(f -> f.cell().equals(cell) && f.metric().equals(metric));
    return judgement.of(Outcome.CHANGED).stream()
        .filter(f -> f.cell().equals(cell) && f.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void clientComparedWithItselfIsTheSame() {
    Judgement judgement = judge(side(OwnCounter.classPath()), SIX, this::process);
    assertThat(judgement.outcome().fails()).as(judgement.findings().toString()).isFalse();
    assertThat(judgement.of(Outcome.SAME))
        .extracting(Finding::metric)
        .containsAll(
            RULES.policy().exact().stream()
                .filter(metric -> !OF_OTHER_CELLS.contains(metric))
                .toList());
    assertThat(data.cells()).hasSize(6).allMatch(cell -> cell.again().isEmpty());
    assertThat(data.notes()).isEmpty();
  }

  @Test
  void channelsOfSessionsAreCountedForClientsWithTheirOwnLibrariesToo() {
    Map<String, String> client = Map.of("client", "6.107.0");
    BuiltSide own = new BuiltSide("", new SideIdentity("", client, "abc", "false", "", "", ""));
    assertThat(new CountStage(RULES.policy(), own, own, side -> BASE, line -> {}).cells())
        .contains(CountCell.parse("steadyIncrease incStep=50 tcp"));
  }

  @Test
  void findsOneExtraGrowthRequestBelowTheMaximum() {
    Judgement judgement = judgeLoaded("growth-twice:1", SIX);
    assertThat(judgement.outcome()).isEqualTo(Outcome.CHANGED);
    Finding found =
        changed(
            judgement, "burstReadAndWrite incStep=10 inprocess 25%", "numBatchCreateSessionsRpcs");
    assertThat(found.base()).isEqualTo(5);
    assertThat(found.head()).isEqualTo(6);
    assertThat(found.note()).startsWith("more; ");
    // At full demand the number of created sessions is unchanged.
    assertThat(data.cells())
        .filteredOn(cell -> cell.name().equals("burstRead incStep=25 inprocess"))
        .singleElement()
        .satisfies(cell -> assertThat(cell.again()).isEmpty());
  }

  @Test
  void findsAStepThatIsSmallerByOne() {
    Judgement judgement = judge(changed("growth-smaller:1"), ONE);
    Finding found =
        changed(judgement, "burstRead incStep=25 inprocess", "numBatchCreateSessionsRpcs");
    assertThat(found.base()).isEqualTo(16);
    assertThat(found.head()).isEqualTo(17);
  }

  @Test
  void findsAPoolThatNoLongerGrows() {
    Judgement judgement = judgeLoaded("growth-refused:1", TWO);
    Finding found = changed(judgement, "burstRead incStep=25 inprocess", "sessionsCreated");
    assertThat(found.base()).isEqualTo(400);
    assertThat(found.head()).isEqualTo(100);
    assertThat(found.note()).startsWith("fewer; ");
    // The callers that came one after the other did not wait forever.
    assertThat(found.note()).contains("so in steadyIncrease incStep=100 inprocess 50%");
    assertThat(judgement.of(Outcome.FAILED)).isEmpty();
  }

  @Test
  void findsOneLostReleaseInTwoHundred() {
    Judgement judgement = judgeLoaded("release-lost:200", ACQUIRES);
    for (String metric : List.of("sessionsNotReleased", "poolInUse")) {
      Finding found = changed(judgement, "acquires incStep=25 inprocess", metric);
      assertThat(found.base()).isZero();
      assertThat(found.head()).isEqualTo(2);
    }
  }

  @Test
  void findsSessionsThatAreNotDeletedAtClose() {
    Judgement judgement = judgeLoaded("deletion-skipped:1", REOPENING);
    Finding found = changed(judgement, "reopening incStep=25 inprocess", "sessionsLeft");
    assertThat(found.base()).isZero();
    assertThat(found.head()).isEqualTo(2_000);
  }

  @Test
  void findsAPoolThatTakesTheLongestIdleSession() {
    Judgement judgement = judgeLoaded("release-order:1", IDLE_ORDER);
    Finding found = changed(judgement, "idleOrder incStep=25 inprocess", "idleOrder");
    assertThat(found.base()).isEqualTo(987654321);
    assertThat(found.head()).isEqualTo(123456789);
  }

  @RepeatedTest(5)
  void clientComparedWithItselfIsTheSameInEveryScript() {
    SideCounter loaded = OwnCounter.loaded(OwnCounter.classPath());
    for (CountCell script : CountCell.scripts()) {
      Run once = loaded.count(Side.CANDIDATE, script.name());
      // Both sides and all tests before share this process's memory.
      assertThat(Maps.filterKeys(once.counts(), count -> !count.equals("heapLeft")))
          .isEqualTo(
              Maps.filterKeys(
                  BASE.count(Side.BASELINE, script.name()).counts(),
                  count -> !count.equals("heapLeft")));
    }
  }

  @Test
  void sideThatCannotCountFails() {
    Judgement judgement = judge(side(folder.resolve("nothing.jar").toString()), ONE);
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.of(Outcome.FAILED).get(0).note()).startsWith("candidate: ");
  }
}
