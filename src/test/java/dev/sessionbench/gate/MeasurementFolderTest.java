package dev.sessionbench.gate;

import static dev.sessionbench.base.model.Refusals.refused;
import static dev.sessionbench.gate.RecordedForks.BURST;
import static dev.sessionbench.gate.RecordedForks.MIXED;
import static dev.sessionbench.gate.RecordedForks.PLAN;
import static dev.sessionbench.gate.RecordedForks.POLICY;
import static dev.sessionbench.gate.RecordedForks.fork;
import static dev.sessionbench.gate.RecordedForks.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Metric;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.Series.Pair;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementFolderTest {
  @TempDir private Path temporary;
  private MeasurementFolder folder;

  @BeforeEach
  void create() {
    folder = MeasurementFolder.create(temporary.resolve("out"));
    folder.write(PLAN);
  }

  private void runs(Stage stage, int block, Side side, double... times) {
    RecordedForks.write(folder, stage, block, side, times);
  }

  @Test
  void readsBackWhatWasWritten() {
    folder.write(new PolicyFile("here", SyntheticPolicy.YAML, POLICY));
    MeasurementFolder opened = MeasurementFolder.open(folder.path());
    assertThat(opened.plan()).isEqualTo(PLAN);
    assertThat(opened.policy().text()).isEqualTo(SyntheticPolicy.YAML);
    assertThat(opened.log()).isEqualTo(folder.path().resolve("jmh.log"));
  }

  @Test
  void forkFileIsNamedAfterItsPosition() {
    runs(Stage.BLOCKS, 2, Side.CANDIDATE, 1);
    assertThat(folder.path().resolve("blocks/002-burst-incStep=25-head.json")).exists();
    assertThat(fork(Stage.BLOCKS, 12, MIXED, Side.BASELINE))
        .hasToString("blocks block 12, mixed incStep=25, baseline")
        .returns("1", ForkId::workloadSeed);
  }

  @Test
  void forkValueIsTheMedianOfItsRunsAndABlockNeedsBothSides() {
    runs(Stage.BLOCKS, 1, Side.BASELINE, 1, 9, 2);
    runs(Stage.BLOCKS, 1, Side.CANDIDATE, 3, 4, 50);
    runs(Stage.BLOCKS, 2, Side.BASELINE, 7);
    runs(Stage.BLOCKS, 10, Side.CANDIDATE, 8);
    runs(Stage.BLOCKS, 10, Side.BASELINE, 6);
    CellData data = folder.read(POLICY, BURST);
    assertThat(data.planned()).isEqualTo(12);
    assertThat(data.blocks().get("score"))
        .isEqualTo(
            new Series(
                "ms/op", List.of(new Pair(2, 4, Side.BASELINE), new Pair(6, 8, Side.BASELINE))));
    assertThat(data.blocks().get("cpu"))
        .isEqualTo(
            new Series(
                "ms", List.of(new Pair(5, 5, Side.BASELINE), new Pair(5, 5, Side.BASELINE))));
    assertThat(data.blockCount()).isEqualTo(2);
    assertThat(data.confirmation()).isEmpty();
    assertThat(data.failures()).isEmpty();
  }

  @Test
  void metricThatNoForkReportsIsNaN() {
    runs(Stage.CONFIRMATION, 1, Side.BASELINE, 1);
    runs(Stage.CONFIRMATION, 1, Side.CANDIDATE, 1);
    CellData data = folder.read(POLICY, BURST);
    assertThat(data.confirmation().get("p99"))
        .isEqualTo(new Series("", List.of(new Pair(Double.NaN, Double.NaN, Side.BASELINE))));
    assertThat(data.blocks()).isEmpty();
  }

  @Test
  void countsAreReadAsTheyWereWritten() {
    List<CountData.Run> none =
        List.of(
            new CountData.Run(
                Side.CANDIDATE, Map.of("sessionsCreated", 16.0, "x", Double.NaN), "", 0));
    CountData counts =
        new CountData(
            List.of(RecordedForks.counted().withAgain(none)), List.of("a note"), List.of("burst"));
    folder.write(counts);
    assertThat(folder.counts()).isEqualTo(counts);
  }

  @Test
  void folderWithoutCountsFailsOnceTheGateHasEnded() throws IOException {
    assertThat(Judge.countsAlone(POLICY, folder.counts()).outcome())
        .as("the gate ended before")
        .isEqualTo(Outcome.INCONCLUSIVE);
    Files.writeString(folder.path().resolve(MeasurementFolder.VERDICT), "{}");
    assertFailsByItsCounts();
    folder.write(CountData.NONE);
    assertFailsByItsCounts();
  }

  private void assertFailsByItsCounts() {
    Judgement judgement = Judge.countsAlone(POLICY, folder.counts());
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.findings().get(0).note()).endsWith("nothing was counted");
  }

  @Test
  void runWithoutAValueMakesTheForkNaN() {
    runs(Stage.BLOCKS, 1, Side.BASELINE, 1, 2, 3);
    runs(Stage.BLOCKS, 1, Side.CANDIDATE, 1, Double.NaN, 3);
    CellData data = folder.read(POLICY, BURST);
    assertThat(data.blocks().get("score"))
        .isEqualTo(new Series("ms/op", List.of(new Pair(2, Double.NaN, Side.BASELINE))));
  }

  @Test
  void judgesTheRestOfAMetricAsAMultipleOfAPart() {
    Policy policy =
        SyntheticPolicy.with(
            "score: {label: wall time", "score: {label: wall time, of: sessionsCreated, per: cpu");
    runs(Stage.BLOCKS, 1, Side.BASELINE, 1);
    runs(Stage.BLOCKS, 1, Side.CANDIDATE, 1);
    // The total is 16 and the part is 5.
    assertThat(folder.read(policy, BURST).blocks().get("score"))
        .isEqualTo(new Series("x", List.of(new Pair(16 / 5.0 - 1, 16 / 5.0 - 1, Side.BASELINE))));
  }

  @Test
  void findsMoreSessionRequestsInATimedLoad() {
    assertThat(requests(16).outcome()).isEqualTo(Outcome.SAME);
    assertThat(requests(0).outcome()).isEqualTo(Outcome.MISSING);
    Finding more = requests(30);
    assertThat(more.outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(more.unit()).isEqualTo("#");
    assertThat(more.base()).isEqualTo(16);
    assertThat(more.head()).isEqualTo(30);
  }

  /**
   * The finding on a candidate that makes this many requests in equal time, against sixteen of the
   * baseline.
   */
  private Finding requests(double head) {
    Policy all =
        PolicyFile.parse(
                "test",
                SyntheticPolicy.YAML
                    .replace(
                        "cpu: {label: CPU time, negligible: 10,",
                        "sessionsCreated: {label: requests,")
                    .replace("[score, cpu]", "[score, sessionsCreated]"))
            .policy();
    Policy policy = all.withCells(all.cells().subList(0, 1));
    folder.write(new CountData(List.of(RecordedForks.counted())));
    Metric rpcs = Metric.of("#", List.of(List.of(head)));
    for (Stage stage : List.of(Stage.BLOCKS, Stage.CONFIRMATION)) {
      for (int block = 1; block <= 12; block++) {
        runs(stage, block, Side.BASELINE, 5);
        RecordedForks.write(
            folder,
            fork(stage, block, BURST, Side.CANDIDATE),
            result(5).withSecondaryMetrics(Map.of("sessionsCreated", rpcs)));
      }
    }
    return Judge.judge(policy, GateData.read(folder, policy, true)).findings().stream()
        .filter(finding -> finding.label().equals("requests"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void keepsTheFirstLineOfAFailedForksReason() throws IOException {
    folder.writeFailure(fork(Stage.BLOCKS, 3, BURST, Side.CANDIDATE), "boom\nat some.Place");
    Path empty = folder.path().resolve("blocks/001-burst-incStep=25-base.failed.txt");
    Files.createFile(empty);
    CellData data = folder.read(POLICY, BURST);
    assertThat(data.failures()).containsExactly("candidate, blocks block 3: boom");
    assertThat(data.losses()).containsExactly("baseline, blocks block 1: no reason given");
    assertThat(data.baselineFailed()).isTrue();
    Files.write(empty, new byte[] {(byte) 0xff});
    assertThat(folder.read(POLICY, BURST).losses())
        .containsExactly("baseline, blocks block 1: its reason cannot be read");
  }

  @Test
  void laterSuccessDoesNotClearAFailedCandidateFork() {
    folder.writeFailure(fork(Stage.CONFIRMATION, 2, BURST, Side.CANDIDATE), "boom");
    runs(Stage.CONFIRMATION, 2, Side.CANDIDATE, 1);
    assertThat(folder.read(POLICY, BURST).failures())
        .containsExactly("candidate, confirmation block 2: boom");
  }

  @Test
  void laterSuccessClearsAFailedBaselineFork() {
    folder.writeFailure(fork(Stage.BLOCKS, 2, BURST, Side.BASELINE), "boom");
    runs(Stage.BLOCKS, 2, Side.BASELINE, 1);
    assertThat(folder.read(POLICY, BURST).failures()).isEmpty();
  }

  @Test
  void cellWithTheSameNameEndingIsNotConfused() throws IOException {
    runs(Stage.BLOCKS, 1, Side.BASELINE, 1);
    runs(Stage.BLOCKS, 1, Side.CANDIDATE, 1);
    Path file = folder.path().resolve("blocks/001-burst-incStep=25-head.json");
    Files.copy(file, folder.path().resolve("blocks/002-sun-burst-incStep=25-head.json"));
    Files.copy(file, folder.path().resolve("blocks/1-burst-incStep=25-head.json"));
    Files.createFile(folder.path().resolve("blocks/002-sun-burst-incStep=25-head.failed.txt"));
    assertThat(folder.read(POLICY, BURST).blockCount()).isEqualTo(1);
    assertThat(folder.read(POLICY, BURST).failures()).isEmpty();
  }

  @Test
  void cellWithoutFilesHasNoMeasurements() {
    assertThat(folder.read(POLICY, BURST)).isEqualTo(CellData.NONE);
    runs(Stage.BLOCKS, 1, Side.BASELINE, 1);
    assertThat(folder.read(POLICY, MIXED)).isEqualTo(CellData.NONE);
    assertThat(folder.read(POLICY, BURST)).isNotEqualTo(CellData.NONE);
  }

  @Test
  void stagesNeverShareAWorkloadSeed() {
    // A stage has at most a thousand blocks.
    assertThat(List.of(Stage.values()))
        .extracting(Stage::firstSeed)
        .containsExactly(1_000L, 2_000L);
  }

  @Test
  void blockWithoutBothForksIsALoss() {
    runs(Stage.BLOCKS, 1, Side.BASELINE, 1);
    runs(Stage.BLOCKS, 1, Side.CANDIDATE, 1);
    runs(Stage.BLOCKS, 3, Side.CANDIDATE, 1);
    runs(Stage.CONFIRMATION, 1, Side.BASELINE, 1);
    assertThat(folder.read(POLICY, BURST).losses())
        .containsExactly(
            "blocks block 2 does not have both forks",
            "blocks block 3 does not have both forks",
            "confirmation block 1 does not have both forks");
  }

  @Test
  void refusesAPolicyThatWasEditedAfterwards() {
    PolicyFile edited = new PolicyFile("here", SyntheticPolicy.YAML + "# edited", POLICY);
    folder.write(edited);
    refused(folder::policy)
        .hasMessage(
            "%s: its hash is %s, that of the policy of this gate is %s: must be as it was (--from judges by another with --policy)",
            folder.path().resolve("policy.yaml"), edited.hash(), PLAN.policyHash());
  }

  @Test
  void notesAreThoseOfTheVerdictAndThenOfTheCounts() throws IOException {
    folder.write(new CountData(List.of(RecordedForks.counted()), List.of("a", "b"), List.of()));
    assertThat(folder.tookSeconds()).isEmpty();
    Path verdict = folder.path().resolve(MeasurementFolder.VERDICT);
    Files.writeString(verdict, "{\"notes\": [\"It took 421 s.\", \"b\"]}");
    assertThat(folder.notes()).containsExactly("It took 421 s.", "b", "a");
    assertThat(folder.tookSeconds()).hasValue(421);
  }
}
