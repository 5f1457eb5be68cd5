package dev.sessionbench.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateHistoryTest {
  private static final GatePlan PLAN =
      RecordedForks.plan(RecordedForks.arm("base", "aa"), RecordedForks.arm("head", "bb"), 1);

  private static GateLine line(SyntheticGate gate) {
    return GateHistory.line(PLAN, SyntheticPolicy.POLICY, gate.data());
  }

  @Test
  void everyGatedMetricOfEveryTimedCellHasItsRatioAndError() {
    SyntheticGate gate = new SyntheticGate(1).change("burst incStep=25", "score", 0.1);
    gate.noise = 0.02;
    List<GateLine.Figure> figures = line(gate).figures();
    assertThat(figures)
        .extracting(figure -> figure.cell() + ", " + figure.metric())
        .containsExactly(
            "burst incStep=25, wall time",
            "burst incStep=25, CPU time",
            "steady incStep=25, wall time",
            "steady incStep=25, CPU time");
    assertThat(figures).allMatch(figure -> figure.n() == 12);
    assertThat(figures.get(0).logRatio()).isCloseTo(Math.log(1.1), within(0.02));
    assertThat(figures.get(1).logRatio()).isCloseTo(0, within(0.02));
    assertThat(figures).allMatch(f -> f.standardError() > 0.003 && f.standardError() < 0.012);
  }

  @Test
  void theErrorIsThatOfTheMeanOfTheLogRatios() {
    Series series =
        new Series(
            "ms",
            List.of(
                new Series.Pair(1, Math.exp(0.1), Arm.BASE),
                new Series.Pair(1, Math.exp(0.2), Arm.BASE),
                new Series.Pair(1, Math.exp(0.3), Arm.BASE),
                new Series.Pair(1, Double.NaN, Arm.BASE)));
    CellData cell = new CellData(4, Map.of("score", series), Map.of(), List.of());
    GateLine line =
        GateHistory.line(
            PLAN,
            SyntheticPolicy.POLICY,
            new SyntheticGate(1).with("burst incStep=25", old -> cell));
    GateLine.Figure figure = line.figures().get(0);
    assertThat(figure.logRatio()).isCloseTo(0.2, within(1e-12));
    assertThat(figure.standardError()).isCloseTo(0.1 / Math.sqrt(3), within(1e-12));
    assertThat(figure.n()).isEqualTo(3);
    assertThat(figure.unit()).isEqualTo("ms");
  }

  @Test
  void freshForksAreLeftOutAndSoIsWhatHasNoTwoPairs() {
    SyntheticGate one = new SyntheticGate(1);
    one.blocks = 1;
    assertThat(line(one).figures()).isEmpty();
  }

  @Test
  void bothArmsAreNamedByWhatTheyWereBuiltFrom() {
    GateLine line = line(new SyntheticGate(1));
    assertThat(line.at()).isEqualTo(PLAN.startedAt());
    assertThat(line.base().gitCommit()).isEqualTo("abc");
    assertThat(line.head().clientVersion()).isEqualTo("6.107.0");
    assertThat(line.head().params()).containsEntry("incStep", "25");
  }

  @Test
  void aBuildThatItsCommitDoesNotTellIsToldByItsDigest() {
    assertThat(line(new SyntheticGate(1)).base().digest()).isEmpty();
    for (ArmIdentity base :
        List.of(PLAN.base().withDirty("true"), PLAN.base().withGitCommit("unknown"))) {
      assertThat(line(PLAN.withBase(base)).base().digest()).isEqualTo("aa");
    }
  }

  @Test
  void aFaultThatAnArmWasGivenIsPartOfWhatItIs() {
    GatePlan plan = PLAN.withBase(PLAN.base().withInjection("wall+5%"));
    assertThat(line(plan).base().params()).containsEntry("inject", "wall+5%");
    assertThat(line(plan).head().params()).doesNotContainKey("inject");
  }

  private static GateLine line(GatePlan plan) {
    return GateHistory.line(plan, SyntheticPolicy.POLICY, new SyntheticGate(1).data());
  }

  @Test
  void theContentOfItsProfilesIsPartOfAGate() {
    GatePlan plan = PLAN.withProfiles(Map.of("p.yaml", "0123456789abcdef"));
    assertThat(line(plan).profiles()).isEqualTo(plan.profiles());
  }
}
