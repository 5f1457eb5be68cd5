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
import dev.sessionbench.gate.policy.PolicyCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
