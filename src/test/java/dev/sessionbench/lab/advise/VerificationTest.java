package dev.sessionbench.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verdict on a choice when its finalists have been measured. */
class VerificationTest {
  private static final Candidate CHOICE =
      new Candidate(Strategies.DOUBLING, Map.of(), Optional.empty());
  private static final Candidate RIVAL =
      new Candidate(Strategies.FIXED_STEP, Map.of("incStep", "25"), Optional.empty());

  private static final Candidate OTHER =
      new Candidate(Strategies.FIXED_STEP, Map.of("incStep", "50"), Optional.empty());

  @TempDir private Path folder;
  private Optional<String> disturbance = Optional.empty();

  private String said(JmhCell... measured) throws IOException {
    return said(List.of(CHOICE, RIVAL), measured);
  }

  private String said(List<Candidate> finalists, JmhCell... measured) throws IOException {
    Demand demand = AdviceTest.demand(60, 0, 40e6, 20e6, 0, new Limits(0, 400, 4));
    Advice advice = Advice.of(demand, finalists, 1);
    List<CellResult> results = ResultFile.read(Path.of(JmhCell.write(folder, "r.json", measured)));
    return new Verification(advice, finalists, candidate -> "", results).render(disturbance);
  }

  private static JmhCell doubling(double... waits) {
    return measured("doubling", waits);
  }

  private static JmhCell client(double... waits) {
    return measured("client", waits).param("incStep", "25");
  }

  private static JmhCell measured(String strategy, double... waits) {
    return JmhCell.of("described")
        .param("strategy", strategy)
        .times(JmhCell.constant(100, waits.length))
        .rpcs(6, waits.length)
        .secondary("failedCallers", "#", JmhCell.constant(0, waits.length))
        .secondary("idleSessionSeconds", "s", JmhCell.constant(1, waits.length))
        .secondary("acquireWaitP99", "ms", waits);
  }

  @Test
  void theChoiceStandsIfItWeighsLessInEveryFork() throws IOException {
    assertThat(said(doubling(20, 21, 22), client(30, 31, 32)))
        .contains(
            "The choice stands: measured, it weighs the least in every one of 3 forks of each (so"
                + " would strategies that weigh alike, in 5 % of such measurements).")
        .contains("> doubling")
        .contains("fixed-step incStep=25 (real client)");
  }

  @Test
  void aBusyMachineIsNamedInsteadOfAVerdict() throws IOException {
    disturbance = Optional.of("others use 40 % of the CPU");
    assertThat(said(doubling(20, 21, 22), client(30, 31, 32)))
        .contains("The machine was too busy to compare", "others use 40 % of the CPU", "> doubling")
        .doesNotContain("The choice stands");
  }

  @Test
  void theChoiceFallsIfARivalWeighsLessInEveryFork() throws IOException {
    assertThat(said(doubling(40, 41, 42), client(30, 31, 32)))
        .contains(
            "The choice does not stand: measured, fixed-step incStep=25 weighs less in every one"
                + " of 3 forks of each (so would strategies that weigh alike, in 5 % of such"
                + " measurements).");
  }

  @Test
  void fewForksOrManyRivalsMakeTheVerdictUncertain() throws IOException {
    List<Candidate> finalists = List.of(CHOICE, RIVAL, OTHER);
    JmhCell[] beaten = {
      doubling(40, 41, 42),
      client(30, 31, 32),
      measured("client", 50, 51, 52).param("incStep", "50")
    };
    assertThat(said(finalists, beaten))
        .contains("The choice seems not to stand")
        .contains("in 10 % of such measurements");
    assertThat(said(doubling(20, 21), client(30, 31)))
        .contains("The choice seems to stand")
        .contains("in 17 % of such measurements");
  }

  @Test
  void overlappingForksAreInconclusive() throws IOException {
    assertThat(said(doubling(20, 35), client(30, 31)))
        .contains(
            "Nothing speaks against the choice, but the forks do not separate it from"
                + " fixed-step incStep=25.");
  }

  @Test
  void unmeasuredStrategiesAreNotJudged() throws IOException {
    assertThat(said(client(30)))
        .contains("The choice was not measured")
        .containsPattern("> doubling +\\| +- ");
    assertThat(said(doubling(30))).contains("No rival was measured");
  }

  @Test
  void theVerdictSaysHowManyForksEachHas() throws IOException {
    assertThat(said(doubling(20, 21, 22), client(30)))
        .contains(
            "The choice seems to stand: measured, it weighs the least in every fork, of which each"
                + " has from 1 to 3 (so would strategies that weigh alike, in 25 % of such")
        .doesNotContain("3 forks of each");
    assertThat(said(doubling(40, 41), client(30, 31, 32)))
        .contains("weighs less in every fork, of which each has from 2 to 3 (so would");
    assertThat(said(doubling(20), client(30)))
        .contains("in the one fork of each (so would strategies that weigh alike, in 50 % of such");
  }

  @Test
  void anUnmeasuredRivalIsAlwaysNamed() throws IOException {
    List<Candidate> finalists = List.of(CHOICE, RIVAL, OTHER);
    String missing = "; not measured: fixed-step incStep=50.";
    String chance = " (so would strategies that weigh alike, in 17 % of such measurements)";
    assertThat(said(finalists, doubling(20, 21), client(30, 31)))
        .contains("it weighs the least in every one of 2 forks of each" + chance + missing);
    assertThat(said(finalists, doubling(40, 41), client(30, 31)))
        .contains("weighs less in every one of 2 forks of each" + chance + missing);
    assertThat(said(finalists, doubling(20, 31), client(30, 31)))
        .contains("do not separate it from fixed-step incStep=25" + missing);
  }

  @Test
  void aForkWithoutAWeighedMetricIsIgnored() throws IOException {
    double[] firstLost = {Double.NaN, 1};
    assertThat(
            said(doubling(20, 21), client(1, 30).secondary("idleSessionSeconds", "s", firstLost)))
        .contains("The choice seems to stand", "from 1 to 2");
    assertThat(said(doubling(20, 21), client(Double.NaN, Double.NaN)))
        .contains("No rival was measured");
    // It is unknown which of the two forks has the only value.
    assertThat(said(doubling(20, 21), client(1, 1).secondary("acquireWaitP99", "ms", 1)))
        .contains("No rival was measured");
  }

  @Test
  void aStrategyThatRefusesMoreCallersIsNeverBetter() throws IOException {
    assertThat(
            said(
                doubling(20, 20).secondary("failedCallers", "#", 1, 1),
                client(30, 30).secondary("failedCallers", "#", 0, 0)))
        .contains("The choice seems not to stand");
  }
}
