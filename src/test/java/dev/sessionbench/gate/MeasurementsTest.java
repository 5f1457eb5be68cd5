package dev.sessionbench.gate;

import static dev.sessionbench.base.model.Refusals.refused;
import static dev.sessionbench.gate.RecordedForks.BURST;
import static dev.sessionbench.gate.RecordedForks.MIXED;
import static dev.sessionbench.gate.RecordedForks.POLICY;
import static dev.sessionbench.gate.RecordedForks.fork;
import static dev.sessionbench.gate.RecordedForks.plan;
import static dev.sessionbench.gate.RecordedForks.result;
import static dev.sessionbench.gate.RecordedForks.side;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.policy.PolicyCell;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MeasurementsTest {
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
  void readsTheRequestedCellsOfOneFolder() {
    MeasurementFolder folder =
        with(with(folder("one", plan(BASE, HEAD, 1, "steady incStep=25")), BURST), MIXED);
    GateData data = Measurements.read(folder, POLICY, List.of(BURST.name()), false);
    assertThat(data.cells()).containsOnlyKeys(BURST.name());
    assertThat(data.cell(BURST)).isNotEqualTo(CellData.NONE);
    assertThat(data.leftOut()).containsExactly("steady incStep=25");
    assertThat(data.ended()).isFalse();
  }

  @Test
  void mergesShardsAndReportsUnmeasuredCellsAsMissing() {
    // A jar built on another machine has another digest.
    GatePlan first = plan(BASE, HEAD, 2, BURST.name());
    GatePlan second =
        plan(side("base", "cc"), side("head", "dd"), 2, "steady incStep=25").withShard(2);
    GateData data =
        Measurements.merge(
            List.of(with(folder("1", first), BURST), with(folder("2", second), MIXED)), POLICY);
    assertThat(data.ended()).isTrue();
    assertThat(data.cells()).hasSize(3).containsEntry("steady incStep=25", CellData.NONE);
    assertThat(data.cell(BURST)).isNotEqualTo(CellData.NONE);
    assertThat(data.cell(MIXED)).isNotEqualTo(CellData.NONE);
    assertThat(data.leftOut()).isEqualTo(Set.of(BURST.name(), "steady incStep=25"));
    assertThat(data.counts().uncounted()).isEmpty();
  }

  @Test
  void reportsAMissingShardAndRefusesADuplicate() {
    MeasurementFolder third = folder("3", plan(BASE, HEAD, 3).withShard(3));
    assertThat(Measurements.merge(List.of(third), POLICY).counts().uncounted())
        .containsExactly("part 1 of 3", "part 2 of 3");
    refused(() -> Measurements.merge(List.of(third, third), POLICY))
        .hasMessage(
            "%s and %s are both part 3 of 3: must be different shards"
                .formatted(third.path(), third.path()));
  }

  @Test
  void refusesShardsWithTheSameCell() {
    MeasurementFolder one = with(folder("1", plan(BASE, HEAD, 2)), MIXED);
    MeasurementFolder other = with(folder("2", plan(BASE, HEAD, 2).withShard(2)), MIXED);
    refused(() -> Measurements.merge(List.of(one, other), POLICY))
        .hasMessage(
            "%s and %s both hold mixed incStep=25: must be different shards"
                .formatted(one.path(), other.path()));
  }

  @Test
  void refusesShardsOfOtherGates() {
    List<MeasurementFolder> folders =
        List.of(folder("1", plan(BASE, HEAD, 2)), folder("2", plan(BASE, HEAD, 3)));
    refused(() -> Measurements.merge(folders, POLICY))
        .hasMessageContaining("its number of shards is 3")
        .hasMessageEndingWith("is 2: must be shards of one gate");
  }

  static List<SideIdentity> otherHeads() {
    return List.of(
        HEAD.withWords("other"),
        HEAD.withParams(Map.of()),
        HEAD.withGitCommit("def"),
        HEAD.withClientVersion("6.106.0"),
        HEAD.withInjection("cpu+100%"),
        HEAD.withDirty("true"));
  }

  @ParameterizedTest
  @MethodSource("otherHeads")
  void refusesShardsWithOtherSides(SideIdentity head) {
    List<MeasurementFolder> folders =
        List.of(folder("1", plan(BASE, HEAD, 2)), folder("2", plan(BASE, head, 2)));
    refused(() -> Measurements.merge(folders, POLICY))
        .hasMessageContaining("its candidate is")
        .hasMessageEndingWith("must be shards of one gate");
  }

  static List<SideIdentity> headsThatOnlyTheirDigestTells() {
    return List.of(
        side("head.jar", "bb"),
        side("head.jar,incStep=25", "bb"),
        side("tree", "bb").withDirty("true"),
        side("tree", "bb").withDirty("unknown"),
        side("tree", "bb").withGitCommit("unknown"));
  }

  @ParameterizedTest
  @MethodSource("headsThatOnlyTheirDigestTells")
  void refusesShardsOfDifferentUncommittedBuilds(SideIdentity head) {
    MeasurementFolder first = folder("1", plan(BASE, head, 2));
    MeasurementFolder same = folder("2", plan(BASE, head, 2).withShard(2));
    MeasurementFolder other = folder("3", plan(BASE, head.withSha256("cc"), 2).withShard(2));
    assertThat(Measurements.merge(List.of(first, same), POLICY).counts().uncounted()).isEmpty();
    refused(() -> Measurements.merge(List.of(first, other), POLICY))
        .hasMessageContaining("its candidate is")
        .hasMessageEndingWith("must be shards of one gate");
  }

  @Test
  void planKeepsItsNumberOfBlocksOnceFixed() {
    GatePlan plan =
        plan(BASE, HEAD, 1).withPlannedBlocks(9).withLeftOut(List.of("steady incStep=25"));
    assertThat(plan.plannedBlocks()).isEqualTo(9);
    assertThat(plan.leftOut()).containsExactly("steady incStep=25");
    assertThat(plan.withPlannedBlocks(12).withLeftOut(List.of())).isEqualTo(plan(BASE, HEAD, 1));
    assertThat(plan.side(Side.BASELINE)).isEqualTo(BASE);
    assertThat(plan.side(Side.BASELINE.other())).isEqualTo(HEAD);
    assertThat(Side.CANDIDATE.other()).isEqualTo(Side.BASELINE);
  }
}
