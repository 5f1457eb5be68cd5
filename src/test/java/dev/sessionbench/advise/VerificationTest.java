package dev.sessionbench.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.JmhCell;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.strategy.Limits;
import dev.sessionbench.strategy.catalogue.Strategies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a choice when its finalists have been measured. */
class VerificationTest {
  private static final Candidate CHOICE = new Candidate(Strategies.DOUBLING, Map.of());
  private static final Candidate RIVAL =
      new Candidate(Strategies.FIXED_STEP, Map.of("incStep", "25"));

  @TempDir private Path folder;

  private String said(JmhCell... measured) throws IOException {
    Demand demand = new StatedDemand(60, 0, 40e6, 20e6, 0, new Limits(0, 400, 4), 60_000_000_000L);
    Advice advice = Advice.of(demand, List.of(CHOICE, RIVAL));
    List<CellResult> results = ResultFile.read(Path.of(JmhCell.write(folder, "r.json", measured)));
    return new Verification(advice, List.of(CHOICE, RIVAL), results).render();
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
        .secondary("acquireWaitP99", "ms", waits);
  }

  @Test
  void itStandsWhereItWeighsLessThanEveryRivalInEveryFork() throws IOException {
    assertThat(said(doubling(20, 21, 22), client(30, 31, 32)))
        .contains(
            "The choice stands: measured, it weighs the least in every one of 3 forks of each")
        .contains("> doubling")
        .contains("fixed-step incStep=25 (real client)");
  }

  @Test
  void itFallsWhereARivalWeighsLessInEveryFork() throws IOException {
    assertThat(said(doubling(40, 41, 42), client(30, 31, 32)))
        .contains(
            "The choice does not stand: measured, fixed-step incStep=25 weighs less in every one"
                + " of 3 forks of each.");
  }

  @Test
  void forksThatOverlapTellNothing() throws IOException {
    assertThat(said(doubling(20, 35), client(30, 31)))
        .contains(
            "Nothing speaks against the choice, but the forks do not tell it from"
                + " fixed-step incStep=25.");
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() throws IOException {
    assertThat(said(client(30)))
        .contains("The choice was not measured")
        .containsPattern("> doubling +\\| +- ");
    assertThat(said(doubling(30))).contains("No rival was measured");
  }

  @Test
  void whoRefusesACallerWhomAnotherServesIsNeverTheBetter() throws IOException {
    assertThat(
            said(
                doubling(20, 20).secondary("failedCallers", "#", 1, 1),
                client(30, 30).secondary("failedCallers", "#", 0, 0)))
        .contains("The choice does not stand");
  }
}
