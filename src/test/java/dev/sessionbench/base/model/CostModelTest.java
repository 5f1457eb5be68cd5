package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Latency.FixedTime;
import org.junit.jupiter.api.Test;

class CostModelTest {
  private static final long DRAWN = 20_000_000;

  @Test
  void flatCostsTheSameForAnyNumberOfSessions() {
    assertThat(CostModel.FLAT.totalNanos(DRAWN, 1, 1, 1)).isEqualTo(DRAWN);
    assertThat(CostModel.FLAT.totalNanos(DRAWN, 100, 8, 1)).isEqualTo(DRAWN);
  }

  @Test
  void linearAddsTenMillisecondsForTheDefaultStep() {
    assertThat(CostModel.LINEAR.totalNanos(DRAWN, 25, 8, 1)).isEqualTo(DRAWN + 10_000_000);
    assertThat(CostModel.LINEAR.totalNanos(4 * DRAWN, 25, 8, 4))
        .isEqualTo(4 * (DRAWN + 10_000_000));
  }

  @Test
  void contendedMultipliesByTheRpcsInProgress() {
    assertThat(CostModel.CONTENDED.totalNanos(DRAWN, 25, 1, 1)).isEqualTo(DRAWN);
    assertThat(CostModel.CONTENDED.totalNanos(DRAWN, 25, 3, 1)).isEqualTo(3 * DRAWN);
  }

  @Test
  void isWrittenInLowerCase() {
    assertThat(CostModel.values())
        .extracting(CostModel::toString)
        .containsExactly("flat", "linear", "contended");
  }

  @Test
  void contentionAlsoMultipliesTheTimePerSession() {
    CostModel both = new CostModel(1_000, 0.5);
    assertThat(both.totalNanos(DRAWN, 10, 3, 1)).isEqualTo(2 * (DRAWN + 10_000));
    assertThat(both.isNamed()).isFalse();
    assertThat(new CostModel(0, 0).isNamed()).isTrue();
    assertThat(both).hasToString("perSession 0.001 ms, perOther 0.5, outside 0.0 ms");
    assertThat(new CostModel(0, 1)).isEqualTo(CostModel.CONTENDED);
  }

  @Test
  void otherRpcsDoNotProlongTheTimeOutsideTheServer() {
    CostModel model = new CostModel(1_000, 1, 4_000_000);
    assertThat(model.totalNanos(10_000_000, 1_000, 2, 1)).isEqualTo(4_000_000 + 2 * 7_000_000);
    assertThat(model.totalNanos(20_000_000, 1_000, 2, 2)).isEqualTo(8_000_000 + 2 * 14_000_000);
    assertThat(model.totalNanos(1_000_000, 0, 8, 1)).isEqualTo(1_000_000);
    assertThat(model).hasToString("perSession 0.001 ms, perOther 1.0, outside 4.0 ms");
  }

  @Test
  void onlyCreationsCostMoreThanTheirDraw() {
    Latency drawn = new FixedTime(DRAWN);
    LatencyProfile both =
        LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, drawn).with(Rpc.COMMIT, drawn);
    SimulatedTime time = new SimulatedTime(both, CostModel.LINEAR, 1, 100);
    assertThat(time.nanos(Rpc.COMMIT, 0, 25, 1)).isEqualTo(DRAWN);
    assertThat(time.nanos(Rpc.BATCH_CREATE_SESSIONS, 0, 101, 1)).isEqualTo(DRAWN + 40_000_000);
    assertThat(time.nanos(Rpc.BATCH_CREATE_SESSIONS, 0, -5, 1)).isEqualTo(DRAWN);
    assertThat(time.meanCreationNanos()).isEqualTo(DRAWN + 400_000);
  }
}
