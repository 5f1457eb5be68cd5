package dev.sessionbench.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.GateLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest {
  @Test
  void aStepIsToldWithItsSizeItsDatesAndItsCommits() {
    Drift drift = Drift.of(SimulatedGates.of(40, i -> i < 30 ? 0 : Math.log(1.05)));
    assertThat(drift.isWorse()).isTrue();
    assertThat(drift.sentences()).hasSize(3);
    assertThat(drift.sentences().get(0))
        .isEqualTo(
            "40 gates against anchor, client 6.107.0: head000000 of 2026-01-01 to head000039 of"
                + " 2026-02-12.");
    assertThat(drift.sentences().get(1))
        .matches(
            "burstRead incStep=25 wall time: \\+[45]\\.\\d %, from [+-]0\\.\\d % to \\+[45]\\.\\d % against"
                + " the base, between head000029 of 2026-02-02 and head000030 of 2026-02-03 \\(seen"
                + " at the gate of 2026-02-0[34]\\)");
    assertThat(drift.sentences().get(2))
        .matches(
            "Three more gates would show a step of \\d\\.\\d % in any of the 2 figures, in nine of"
                + " ten histories\\.");
  }

  @Test
  void aMoveThatIsCertainAndDoesNotMatterIsToldAndPasses() {
    assertThat(risen(0.06).isWorse()).isTrue();
    Drift within = risen(0.12);
    assertThat(within.isWorse()).isFalse();
    assertThat(within.sentences())
        .filteredOn(line -> line.contains("margin"))
        .singleElement()
        .asString()
        .matches(
            "burstRead incStep=25 wall time stands \\+[45]\\.\\d % above the best level that it has"
                + " had, which is within half its margin \\(\\+6\\.2 %\\)\\.");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.015, 0.05, 0.10})
  void mergesOfTwoAndAHalfPercentEachFailAtTheFifthAtTheLatestWhateverTheMargin(double margin) {
    int histories = 200;
    int found = 0;
    for (int seed = 0; seed < histories; seed++) {
      found += mergesFoundByTheFifth(Math.log1p(margin), new Random(seed)) ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(histories * 95 / 100);
  }

  /** Ten quiet nights, and then a merge each night. */
  private static boolean mergesFoundByTheFifth(double marginLog, Random random) {
    List<GateLine> history = new ArrayList<>();
    for (int night = 0; night < 10 + 5; night++) {
      double moved = Math.max(0, night - 9) * Math.log(1.025) + 0.007 * random.nextGaussian();
      history.add(
          SimulatedGates.line(
              night, "anchor", List.of(SimulatedGates.figure("wall time", moved, marginLog))));
    }
    return Drift.of(history).isWorse();
  }

  /** By 5 %, and told the margin by the latest gate. */
  private static Drift risen(double marginLog) {
    List<GateLine> history =
        new ArrayList<>(SimulatedGates.of(39, i -> i < 30 ? 0 : Math.log(1.05)));
    history.add(
        SimulatedGates.line(
            40,
            "anchor",
            List.of(
                SimulatedGates.figure("wall time", Math.log(1.05), marginLog),
                SimulatedGates.figure("allocated", 0))));
    return Drift.of(history);
  }

  @Test
  void whereNothingMovedThatIsSaidAndWhatCouldHaveBeenSeen() {
    Drift drift = Drift.of(SimulatedGates.of(40, i -> 0));
    assertThat(drift.isWorse()).isFalse();
    assertThat(drift.sentences()).hasSize(3).contains("No figure has moved.");
  }

  @Test
  void ofGatesThatOnlyCountedNothingIsSaidToHaveStayed() {
    assertThat(Drift.of(List.of(SimulatedGates.line(5, "anchor", List.of()))).sentences())
        .satisfiesExactly(
            chain -> assertThat(chain).startsWith("1 gate against anchor, "),
            none -> assertThat(none).startsWith("No gate has a figure: nothing can be said"));
  }

  @Test
  void aStepThatWasTakenBackIsToldAndIsNoLongerWorse() {
    Drift drift = Drift.of(SimulatedGates.of(60, i -> i < 20 || i >= 40 ? 0 : 0.05));
    assertThat(drift.isWorse()).isFalse();
    assertThat(drift.sentences()).hasSize(4);
  }

  @Test
  void whatGotBetterAndThenLostOfItIsWorseThanItsBest() {
    Drift drift = Drift.of(SimulatedGates.of(60, i -> i < 20 ? 0 : i < 40 ? -0.1 : -0.04));
    assertThat(drift.isWorse()).isTrue();
    assertThat(Drift.of(SimulatedGates.of(60, i -> i < 20 ? 0 : -0.1)).isWorse()).isFalse();
  }

  @Test
  void gatesAgainstAnotherBaseAreAnotherChainAndTheirOrderInTheFileIsNoMatter() {
    List<GateLine> history = new ArrayList<>(SimulatedGates.of(20, i -> 0));
    history.add(SimulatedGates.line(5, "other", List.of(SimulatedGates.figure("wall time", 0.4))));
    Collections.reverse(history);
    assertThat(Drift.of(history).gates())
        .hasSize(20)
        .isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
    history.add(SimulatedGates.line(99, "other", List.of(SimulatedGates.figure("wall time", 0.4))));
    assertThat(Drift.of(history).gates()).hasSize(2);
  }

  @Test
  void gatesUnderAnotherContentOfAProfileAreAnotherChain() {
    List<GateLine> history = new ArrayList<>();
    for (GateLine gate : SimulatedGates.of(30, i -> 0)) {
      String content = history.size() < 20 ? "aaaa" : "bbbb";
      history.add(
          new GateLine(
              gate.at(), gate.base(), gate.head(), Map.of("p.yaml", content), gate.figures()));
    }
    history.addAll(SimulatedGates.of(5, i -> 0.4));
    Drift drift = Drift.of(history);
    assertThat(drift.gates()).hasSize(10);
    assertThat(drift.isWorse()).isFalse();
    assertThat(drift.sentences().get(0))
        .startsWith(
            "10 gates against anchor, client 6.107.0, profile p.yaml (bbbb): head000020 of");
  }

  @Test
  void gatesAgainstAnotherBuildOfNoKnownCommitAreAnotherChain() {
    List<GateLine> history = new ArrayList<>();
    for (GateLine gate : SimulatedGates.of(30, i -> 0)) {
      String digest = history.size() < 20 ? "" : "0123456789abcdef";
      GateLine.Build base = new GateLine.Build("unknown", digest, "6.107.0", new TreeMap<>());
      history.add(new GateLine(gate.at(), base, gate.head(), Map.of(), gate.figures()));
    }
    assertThat(Drift.of(history).sentences().get(0))
        .startsWith("10 gates against unknown (0123456789), client 6.107.0: head000020 of");
  }

  @Test
  void aFigureInAnotherUnitIsAnotherAndNobodySawWhetherTheFormerMoved() {
    List<GateLine> history = new ArrayList<>(SimulatedGates.of(20, i -> 0));
    GateLine.Figure multiple =
        new GateLine.Figure("burstRead incStep=25", "wall time", "x", 0.4, 0.007, 12, 0);
    List<GateLine.Figure> figures = List.of(multiple, SimulatedGates.figure("allocated", 0));
    history.add(SimulatedGates.line(30, "anchor", figures));
    Drift drift = Drift.of(history);
    assertThat(drift.isWorse()).isFalse();
    assertThat(drift.isBlind()).isTrue();
    assertThat(drift.sentences())
        .contains(
            "The latest gate, head000030 of 2026-02-03, has no figure of burstRead incStep=25 wall"
                + " time in ms: nobody saw whether it moved.");
  }

  @Test
  void gatesWithoutAFigureAreNoReasonToDropThoseThatHaveIt() {
    List<GateLine> history = new ArrayList<>(SimulatedGates.of(20, i -> 0));
    history.add(SimulatedGates.line(30, "anchor", List.of()));
    Drift drift = Drift.of(history);
    assertThat(drift.gates()).hasSize(21);
    assertThat(drift.figures().get(0).gates()).hasSize(20);
    Drift empty = Drift.of(List.of(SimulatedGates.line(30, "anchor", List.of())));
    assertThat(empty.isBlind()).isTrue();
    assertThat(empty.sentences())
        .containsExactly(
            "1 gate against anchor, client 6.107.0: head000030 of 2026-02-03.",
            "No gate has a figure: nothing can be said.");
  }

  @Test
  void whatTheLatestGateLacksIsNamedAndNotTakenForUnmoved() {
    List<GateLine> history = new ArrayList<>(SimulatedGates.of(20, i -> 0));
    assertThat(Drift.of(history).isBlind()).isFalse();
    history.add(SimulatedGates.line(30, "anchor", List.of()));
    Drift none = Drift.of(history);
    assertThat(none.isBlind()).isTrue();
    assertThat(none.sentences())
        .contains(
            "The latest gate, head000030 of 2026-02-03, has no figure of burstRead incStep=25 wall"
                + " time, burstRead incStep=25 allocated: nobody saw whether it moved.")
        .noneMatch(line -> line.endsWith("has moved."));
    history.add(SimulatedGates.line(31, "anchor", List.of(SimulatedGates.figure("allocated", 0))));
    Drift one = Drift.of(history);
    assertThat(one.isBlind()).isTrue();
    assertThat(one.sentences()).contains("No other figure has moved.");
    assertThat(one.isWorse()).isFalse();
  }

  @Test
  void oneGateHasNothingToSayOfMoves() {
    Drift drift = Drift.of(SimulatedGates.of(1, i -> 0));
    assertThat(drift.isBlind()).isFalse();
    assertThat(drift.sentences()).contains("One gate alone shows no move.");
    assertThat(drift.sentences().get(0)).startsWith("1 gate against anchor");
  }
}
