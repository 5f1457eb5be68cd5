package dev.sessionbench.gate;

import static dev.sessionbench.gate.RecordedForks.BURST;
import static dev.sessionbench.gate.RecordedForks.POLICY;
import static dev.sessionbench.gate.RecordedForks.fork;
import static dev.sessionbench.gate.RecordedForks.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.gate.ForkId.Stage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a gate only compares forks that were measured in the same way. */
class MeasuredAlikeTest {
  @TempDir private Path temporary;
  private MeasurementFolder folder;

  @BeforeEach
  void create() {
    folder = MeasurementFolder.create(temporary.resolve("out"));
  }

  private List<String> failures(CellResult base, CellResult head, Map<String, String> headSets) {
    folder.write(
        RecordedForks.plan(
            RecordedForks.side("base", "aa"),
            RecordedForks.side("head", "bb").withParams(headSets)));
    Map.of(Side.BASELINE, base, Side.CANDIDATE, head)
        .forEach(
            (side, result) ->
                RecordedForks.write(folder, fork(Stage.BLOCKS, 1, BURST, side), result));
    return folder.read(POLICY, BURST).failures();
  }

  /** The failures of a pair whose sides set the same parameters. */
  private List<String> failures(CellResult base, CellResult head) {
    return failures(base, head, Map.of("incStep", "25"));
  }

  private static CellResult of(String operations) {
    return result(5).withParams(Map.of("incStep", "25", "operations", operations));
  }

  @Test
  void candidateWithLessWorkByDefaultFails() {
    assertThat(failures(of("0"), of("1600"), Map.of()))
        .containsExactly("operations is 0 in the baseline, 1600 in the candidate");
  }

  @Test
  void parametersThatOneSideSetsOrLacksMayDiffer() {
    assertThat(failures(of("0"), of("1600"), Map.of("operations", "1600"))).isEmpty();
    assertThat(failures(result(5), of("1600"), Map.of())).isEmpty();
    assertThat(failures(of("0"), result(5), Map.of())).isEmpty();
  }

  @Test
  void candidateWithOtherThreadsOrJvmArgumentsFails() {
    assertThat(failures(result(5), result(5).withThreads(2), Map.of()))
        .containsExactly("the number of threads is 1 in the baseline, 2 in the candidate");
    CellResult first =
        result(5).withJvmArgs(List.of("-XX:TieredStopAtLevel=1", "-Dsessionbench.counts=compared"));
    assertThat(failures(first, result(5), Map.of()))
        .containsExactly(
            "the list of JVM arguments is [-XX:TieredStopAtLevel=1] in the baseline, [] in the candidate");
  }

  private static CellResult acquiring(double... sessions) {
    List<Double> runs = Arrays.stream(sessions).boxed().toList();
    return result(5).withSecondaryMetrics(Map.of("poolAcquired", Metric.of("#", List.of(runs))));
  }

  @Test
  void candidateThatAcquiresFewerSessionsFails() {
    assertThat(failures(acquiring(3_200), acquiring(1_600)))
        .containsExactly(
            "the number of sessions acquired or refused is 3200.0 in the baseline, 1600.0 in the candidate");
    assertThat(failures(acquiring(3_200, 3_200), acquiring(3_200, 1_600))).hasSize(1);
    assertThat(failures(acquiring(3_200), acquiring(Double.NaN))).hasSize(1);
  }

  @Test
  void sessionsMayDifferIfAskedForOrNotReportedByASide() {
    assertThat(failures(acquiring(3_200), acquiring(1_600), Map.of("operations", "1600")))
        .isEmpty();
    assertThat(failures(acquiring(3_200), acquiring(3_200))).isEmpty();
    assertThat(failures(acquiring(3_200), result(5))).isEmpty();
  }

  private static CellResult refusing(double acquired, double refused) {
    return result(5)
        .withSecondaryMetrics(
            Map.of(
                "poolAcquired", Metric.of("#", List.of(List.of(acquired))),
                "failedCallers", Metric.of("#", List.of(List.of(refused)))));
  }

  @Test
  void numberOfRefusedCallersMayDiffer() {
    assertThat(failures(refusing(788, 12), refusing(791, 9))).isEmpty();
    assertThat(failures(refusing(788, 12), refusing(400, 0))).hasSize(1);
  }

  @Test
  void candidateWithAnotherBatchSizeFails() {
    assertThat(failures(result(5).withMeasurementBatchSize(10), result(5), Map.of()))
        .containsExactly("the batch size is 10 in the baseline, 1 in the candidate");
  }

  @Test
  void changedClientIsNoDifference() {
    CellResult faulty =
        result(5).withJvmArgs(List.of("-javaagent:client-change.jar=acquire-cpu:20"));
    assertThat(failures(result(5), faulty, Map.of())).isEmpty();
  }
}
