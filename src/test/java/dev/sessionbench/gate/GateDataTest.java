package dev.sessionbench.gate;

import static dev.sessionbench.gate.RecordedForks.BURST;
import static dev.sessionbench.gate.RecordedForks.MIXED;
import static dev.sessionbench.gate.RecordedForks.POLICY;
import static dev.sessionbench.gate.RecordedForks.fork;
import static dev.sessionbench.gate.RecordedForks.plan;
import static dev.sessionbench.gate.RecordedForks.result;
import static dev.sessionbench.gate.RecordedForks.side;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateDataTest {
  private static final SideIdentity BASE = side("base", "aa");
  private static final SideIdentity HEAD = side("head", "bb");

  @TempDir private Path temporary;

  private MeasurementFolder folder(String name, GatePlan plan) {
    MeasurementFolder folder = MeasurementFolder.create(temporary.resolve(name));
    folder.write(plan);
    return folder;
  }

  private MeasurementFolder with(MeasurementFolder folder, PolicyCell cell) {
    RecordedForks.write(folder, fork(Stage.BLOCKS, 1, cell, Side.CANDIDATE), result(1));
    return folder;
  }

  @Test
  void cellsOfThePolicyWithoutMeasurementsAreMissing() {
    MeasurementFolder folder =
        with(with(folder("one", plan(BASE, HEAD, "steady incStep=25")), BURST), MIXED);
    GateData data = GateData.read(folder, POLICY, false);
    assertThat(data.cells()).hasSize(3).containsEntry("steady incStep=25", CellData.NONE);
    assertThat(data.cell(BURST)).isNotEqualTo(CellData.NONE);
    assertThat(data.cell(MIXED)).isNotEqualTo(CellData.NONE);
    assertThat(data.leftOut()).containsExactly("steady incStep=25");
    assertThat(data.ended()).isFalse();
  }

  @Test
  void planWithFieldsOfOlderGatesIsRead() throws IOException {
    MeasurementFolder folder = folder("old", plan(BASE, HEAD));
    Path file = folder.path().resolve(MeasurementFolder.PLAN);
    String older = Files.readString(file).replaceFirst("\\{", "{\"shard\" : 1, \"shards\" : 1,");
    Files.writeString(file, older);
    assertThat(folder.plan()).isEqualTo(plan(BASE, HEAD));
  }

  @Test
  void planKeepsItsNumberOfBlocksOnceFixed() {
    GatePlan plan = plan(BASE, HEAD).withPlannedBlocks(9).withLeftOut(List.of("steady incStep=25"));
    assertThat(plan.plannedBlocks()).isEqualTo(9);
    assertThat(plan.leftOut()).containsExactly("steady incStep=25");
    assertThat(plan.withPlannedBlocks(12).withLeftOut(List.of())).isEqualTo(plan(BASE, HEAD));
    assertThat(plan.side(Side.BASELINE)).isEqualTo(BASE);
    assertThat(plan.side(Side.BASELINE.other())).isEqualTo(HEAD);
    assertThat(Side.CANDIDATE.other()).isEqualTo(Side.BASELINE);
  }

  private static GatePlan ofClients(String base, String head) {
    return plan(
        BASE.withParams(Map.of(SideIdentity.CLIENT, base)),
        HEAD.withParams(Map.of(SideIdentity.CLIENT, head)));
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({
    "built, 6.107.0, false, 3",
    "6.107.0, built, false, 3",
    "6.107.0, 6.107.0, false, 3",
    "6.123.0, 6.123.0, false, 1",
    "6.123.0, 6.107.0, true, 3",
    "6.123.0, multiplexed-6.107.0, true, 1",
  })
  void cellsWithAStepApplyUnlessBothClientsLackAPool(
      String base, String head, boolean compares, int cells) {
    Policy policy = SyntheticPolicy.with("mixed, params: {incStep: 25}", "mixed, params: {}");
    GatePlan plan = ofClients(base, head);
    assertThat(plan.comparesClients()).isEqualTo(compares);
    assertThat(plan.applied(policy).cells())
        .isEqualTo(policy.cells().subList(3 - cells, 3))
        .isEqualTo(plan.applied(policy.cells()));
    assertThat(plan.applied(POLICY)).as("a policy of which no cell applies").isEqualTo(POLICY);
  }

  @Test
  void multiplexedClientReportsNoMetricOfAPool() {
    String why = "not reported: 6.123.0, the baseline's client, fills no pool to a maximum";
    assertThat(ofClients("6.123.0", "multiplexed-6.107.0").unreported())
        .isEqualTo(Map.of("timeToMax", why, "numBatchCreateSessionsRpcs", why));
    assertThat(ofClients("6.106.0", "6.107.0").unreported()).isEmpty();
  }

  @Test
  void planIsFixedByItsBlocksOrByTheCellsThatItLeavesOut() {
    GatePlan open = plan(BASE, HEAD).withPlannedBlocks(0);
    assertThat(open.isFixed()).isFalse();
    assertThat(open.withLeftOut(List.of(BURST.name())).isFixed()).isTrue();
    assertThat(open.withPlannedBlocks(1).isFixed()).isTrue();
  }

  @Test
  void commandRepeatsTheMeasurementWithItsOptions() {
    String command =
        "java -jar target/benchmarks.jar gate --base 'base' --head 'head' --seed 7 --budget 600s";
    assertThat(plan(BASE, HEAD).reproduce("")).isEqualTo(command);
    assertThat(
            plan(BASE, HEAD)
                .with(p -> p.askedBlocks(9).buildCommand("it's").cells(List.of()))
                .reproduce("own.yaml"))
        .isEqualTo(command + " --policy own.yaml --blocks 9 --build 'it'\\''s' --counts");
  }

  @ParameterizedTest(name = "{0} planned blocks")
  @CsvSource({"12, after 1 of 12 blocks", "0, before its second block"})
  void timedCellsOfAGateWithoutAVerdictCarryALoss(int planned, String when) throws IOException {
    List<String> both = List.of(BURST.name(), "steady incStep=25");
    MeasurementFolder folder =
        folder("ended", plan(BASE, HEAD, both.get(1)).withPlannedBlocks(planned).withCells(both));
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.BASELINE, 1);
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.CANDIDATE, 1);
    GateData data = GateData.recorded(folder, POLICY);
    assertThat(data.cell(BURST).losses())
        .containsExactly("the gate ended %s without a verdict of its own".formatted(when));
    assertThat(data.cells()).containsEntry("steady incStep=25", CellData.NONE);
    Files.writeString(folder.path().resolve(MeasurementFolder.VERDICT), "{}");
    assertThat(GateData.recorded(folder, POLICY)).isEqualTo(GateData.read(folder, POLICY, true));
  }

  @Test
  void cellsAfterAFailedBaselineAreLostUnlessLeftOut() {
    MeasurementFolder folder = with(folder("failed", plan(BASE, HEAD)), MIXED);
    folder.writeFailure(fork(Stage.BLOCKS, 1, BURST, Side.BASELINE), "boom");
    PolicyCell steady = POLICY.cells().get(1);
    GateData data = GateData.read(folder, POLICY, true);
    assertThat(data.cell(steady).losses()).containsExactly("not timed, as the baseline failed");
    assertThat(data.cell(MIXED)).isEqualTo(folder.read(POLICY, MIXED));
    folder.write(folder.plan().withLeftOut(List.of(steady.name())));
    assertThat(GateData.read(folder, POLICY, true).cell(steady)).isEqualTo(CellData.NONE);
  }

  @Test
  void countsOfTwoStagesAddUpWithTheTimesOfTheirFirstRuns() {
    CountData.Run base = new CountData.Run(Side.BASELINE, Map.of(), "", 20);
    CountData.Run head = new CountData.Run(Side.CANDIDATE, Map.of(), "", 30);
    CountData.Cell cell =
        new CountData.Cell("burst", Map.of(), List.of(base, head, head), List.of(base));
    assertThat(cell.slowness()).isEqualTo(3);
    CountData counts = new CountData(List.of(cell), List.of("a", "b"), List.of("burst"));
    CountData both = counts.and(new CountData(List.of(cell), List.of("b"), List.of("mixed")));
    assertThat(both)
        .isEqualTo(
            new CountData(List.of(cell, cell), List.of("a", "b"), List.of("burst", "mixed")));
    assertThat(both.tookMillis(Side.CANDIDATE)).isEqualTo(120);
  }
}
