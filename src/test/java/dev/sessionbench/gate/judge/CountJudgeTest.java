package dev.sessionbench.gate.judge;

import static dev.sessionbench.gate.judge.CountedRuns.IN_FLIGHT;
import static dev.sessionbench.gate.judge.CountedRuns.RPCS;
import static dev.sessionbench.gate.judge.CountedRuns.pair;
import static dev.sessionbench.gate.judge.CountedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts of cells whose closed form gives 16 RPCs. */
class CountJudgeTest {
  private static final Policy POLICY = CountedRuns.policy("sessionsCreated, maxRpcsInFlight");

  private static List<Run> runs(List<Double> base, List<Double> head) {
    List<Run> runs = new ArrayList<>();
    base.forEach(rpcs -> runs.add(run(Side.BASELINE, rpcs, 3)));
    head.forEach(rpcs -> runs.add(run(Side.CANDIDATE, rpcs, 3)));
    return runs;
  }

  private static Cell cell(List<Run> runs, List<Run> again) {
    return new Cell("burst incStep=25", Map.of(RPCS, 16.0), runs, again);
  }

  private static Judgement judge(Cell... cells) {
    return Judge.countsAlone(POLICY, CountedRuns.data(cells));
  }

  private static List<String> suspects(Cell... cells) {
    return CountJudge.suspects(POLICY, CountedRuns.data(cells));
  }

  private static final List<Run> EQUAL = pair(16, 16);

  @Test
  void equalCountsAreTheSameAndNotCountedAgain() {
    assertThat(suspects(cell(EQUAL, List.of()))).isEmpty();
    assertThat(judge(cell(EQUAL, List.of())).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void oneMoreInFreshRunsIsAFailingChange() {
    List<Run> more = pair(16, 17);
    assertThat(suspects(cell(more, List.of()))).containsExactly("burst incStep=25");
    Judgement judgement = judge(cell(more, runs(List.of(16.0, 16.0), List.of(17.0, 17.0))));
    assertThat(judgement.outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(judgement.outcome().fails()).isTrue();
    Finding found = judgement.of(Outcome.CHANGED).get(0);
    assertThat(found.note()).startsWith("more; ");
    assertThat(List.of(found.unit(), found.base(), found.head(), found.blocks()))
        .isEqualTo(List.of("#", 16.0, 17.0, 2));
  }

  @Test
  void fewerIsAChangeAndNoImprovement() {
    List<Run> fewer = pair(16, 4);
    Judgement judgement = judge(cell(fewer, fewer));
    assertThat(judgement.outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(judgement.of(Outcome.CHANGED).get(0).note()).startsWith("fewer; ");
  }

  @ParameterizedTest
  @CsvSource({"140, regressed, more", "101, improved, fewer", "106, same, ''"})
  void lessSkewOfChannelsIsAnImprovement(double head, String outcome, String way) {
    List<Run> runs = new ArrayList<>();
    for (double base : List.of(104., 108.)) {
      runs.add(skewed(Side.BASELINE, base));
      runs.add(skewed(Side.CANDIDATE, head));
    }
    Judgement judgement =
        Judge.countsAlone(
            PolicyFile.bundled().policy(),
            CountedRuns.data(new Cell("coldBurst tcp", Map.of(), runs.subList(0, 2), runs)));
    assertThat(judgement.outcome()).hasToString(outcome);
    assertThat(judgement.findings())
        .filteredOn(f -> f.metric().equals("channelSkew") && !way.isEmpty())
        .allMatch(f -> f.note().startsWith(way) && f.unit().equals("%"));
  }

  /** 6.104.0 against 6.105.0: one run of the candidate reached into the baseline's range. */
  @Test
  void oneRunThatOverlapsDoesNotHideASkew() {
    List<Run> runs = new ArrayList<>();
    for (double i = 0; i < 10; i++) {
      runs.add(skewed(Side.BASELINE, 106 + 16 * i / 9));
      runs.add(skewed(Side.CANDIDATE, 122 + 70 * i / 9));
    }
    Cell cell = new Cell("coldBurst tcp", Map.of(), runs.subList(0, 2), runs);
    assertThat(Judge.countsAlone(PolicyFile.bundled().policy(), CountedRuns.data(cell)).outcome())
        .isEqualTo(Outcome.REGRESSED);
  }

  private static Run skewed(Side side, double skew) {
    return new Run(side, Map.of("channelSkew", skew), "", 3);
  }

  @Test
  void onlyFreshRunsDecide() {
    List<Run> differ = pair(16, 17);
    assertThat(judge(cell(differ, EQUAL)).outcome()).isEqualTo(Outcome.SAME);
    List<Run> twice = runs(List.of(16.0, 16.0), List.of(17.0, 17.0));
    assertThat(judge(cell(EQUAL, twice)).outcome()).isEqualTo(Outcome.CHANGED);
  }

  @Test
  void differenceNotCountedAgainIsInconclusive() {
    Judgement judgement = judge(cell(pair(16, 17), List.of()));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(SyntheticGate.changed(judgement).get(0).note()).contains("not counted again");
  }

  @Test
  void rareOtherValueInTheCandidateIsInconclusive() {
    List<Run> again = runs(List.of(16.0, 16.0, 16.0, 16.0), List.of(16.0, 16.0, 17.0, 16.0));
    Judgement judgement = judge(cell(again, again));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(SyntheticGate.changed(judgement).get(0).note())
        .contains("16 to 17 in the candidate");
  }

  @Test
  void frequentOtherValueInTheCandidateIsAChange() {
    List<Double> three = List.of(17., 18., 17., 16., 16., 16., 16., 16., 16., 16.);
    List<Double> four = List.of(17., 18., 17., 19., 16., 16., 16., 16., 16., 16.);
    List<Double> base = Collections.nCopies(10, 16.0);
    assertThat(judge(cell(EQUAL, runs(base, three))).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judge(cell(EQUAL, runs(base, four))).outcome()).isEqualTo(Outcome.CHANGED);
  }

  /** A tenth of the requests were doubled; the baseline's 100 fresh runs were all alike. */
  @ParameterizedTest
  @CsvSource({"3, false, inconclusive", "4, false, changed", "4, true, inconclusive"})
  void rareOtherValueInManyCellsIsAChange(int cells, boolean racing, String outcome) {
    List<Double> base = Collections.nCopies(10, 16.0);
    List<Run> two = runs(base, List.of(17., 16., 16., 16., 16., 16., 16., 17., 16., 16.));
    List<Run> other = racing ? runs(List.of(16.0, 17.0), List.of(16.0, 17.0)) : EQUAL;
    Cell[] all =
        Stream.concat(
                Stream.of(cell(EQUAL, other)),
                IntStream.range(0, cells).mapToObj(i -> CountedRuns.cell(i, EQUAL, two)))
            .toArray(Cell[]::new);
    Judgement judgement = judge(all);
    assertThat(judgement.outcome()).hasToString(outcome);
    assertThat(SyntheticGate.changed(judgement).get(0).note()).startsWith("more; in ");
  }

  @Test
  void baselineOffTheClosedFormAndAnotherCandidateValueAreAChange() {
    assertThat(judge(cell(pair(17, 18), pair(17, 18))).outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(judge(cell(pair(17, 16), pair(17, 16))).outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(judge(cell(pair(17, 18), pair(17, 17))).outcome()).isEqualTo(Outcome.SAME);
    List<Run> seldom = runs(List.of(17.0, 17.0), List.of(17.0, 18.0));
    assertThat(judge(cell(pair(17, 18), seldom)).outcome())
        .as("what the closed form does not give may race")
        .isEqualTo(Outcome.SAME);
  }

  @Test
  void failedFirstRunHidesNoDifferenceOfFreshRuns() {
    List<Run> failed = List.of(run(Side.BASELINE, 17, 3), failed(Side.CANDIDATE, "stopped"));
    List<Run> fresh = runs(List.of(17.0, 17.0), List.of(18.0, 18.0));
    assertThat(judge(cell(failed, fresh)).outcome()).isEqualTo(Outcome.CHANGED);
  }

  @Test
  void sidesEquallyOffTheClosedFormAreNotCountedAgain() {
    Cell alike = cell(pair(17, 17), List.of());
    assertThat(suspects(alike)).isEmpty();
    assertThat(judge(alike).outcome()).isEqualTo(Outcome.SAME);
    Cell apart = cell(pair(17, 18), List.of());
    assertThat(suspects(apart)).containsExactly("burst incStep=25");
  }

  @Test
  void countThatVariesInOneCellIsNotCountedAgainInOthers() {
    List<Run> varying = runs(List.of(17.0, 18.0), List.of(18.0, 17.0));
    Cell again = new Cell("one", Map.of(), pair(17, 18), varying);
    Cell once = new Cell("two", Map.of(), pair(17, 19), List.of());
    assertThat(judge(again, once).outcome()).isEqualTo(Outcome.SAME);
    assertThat(judge(once).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void uncountedCellIsMissingUnlessAnotherEndedTheCounting() {
    List<String> expected = List.of("burst incStep=25", "steady incStep=1", "steady incStep=10");
    CountData few = new CountData(List.of(cell(EQUAL, List.of())), List.of(), expected);
    Judgement missing = Judge.countsAlone(POLICY, few);
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(missing.of(Outcome.MISSING))
        .extracting(Finding::cell, Finding::note)
        .containsExactly(
            tuple("steady incStep=1", "nothing of it was counted; so in steady incStep=10"));
    List<Run> more = pair(16, 17);
    CountData ended = new CountData(List.of(cell(more, more)), List.of(), expected);
    assertThat(Judge.countsAlone(POLICY, ended).of(Outcome.MISSING)).isEmpty();
    assertThat(Judge.countsAlone(POLICY, ended).outcome()).isEqualTo(Outcome.CHANGED);
  }

  @Test
  void missingOrNaNValueIsNamed() {
    List<Run> lost =
        List.of(run(Side.BASELINE, 16, 3), new Run(Side.CANDIDATE, Map.of(IN_FLIGHT, 3.0), "", 0));
    Finding missing = judge(cell(lost, lost)).of(Outcome.MISSING).get(0);
    assertThat(missing.metric()).isEqualTo(RPCS);
    assertThat(missing.note()).isEqualTo("the candidate does not report it");
    List<Run> noNumber = pair(16, Double.NaN);
    assertThat(judge(cell(noNumber, noNumber)).outcome()).isEqualTo(Outcome.MISSING);
    List<Run> once = runs(List.of(16.0, 16.0, 16.0), List.of(16.0, Double.NaN, 16.0));
    assertThat(judge(cell(once, once)).outcome()).isEqualTo(Outcome.MISSING);
    List<Run> baseLacks =
        List.of(new Run(Side.BASELINE, Map.of(IN_FLIGHT, 3.0), "", 0), run(Side.CANDIDATE, 16, 3));
    Cell other = new Cell("other", Map.of(RPCS, 16.0), EQUAL, List.of());
    assertThat(judge(cell(baseLacks, baseLacks), other).of(Outcome.MISSING).get(0).note())
        .isEqualTo("the baseline does not report it");
  }

  @Test
  void countThatTheBaselineNeverReportsIsOnlyShown() {
    for (double head : new double[] {3, Double.NaN}) {
      Map<String, Double> counts = Map.of(RPCS, 16.0, IN_FLIGHT, head);
      List<Run> older =
          List.of(
              new Run(Side.BASELINE, Map.of(RPCS, 16.0), "", 0),
              new Run(Side.CANDIDATE, head > 0 ? counts : Map.of(RPCS, 16.0), "", 0));
      Judgement judgement = judge(cell(older, List.of()));
      assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
      assertThat(judgement.findings())
          .extracting(Finding::note)
          .contains("not judged, as the baseline does not count maxRpcsInFlight");
    }
  }

  @Test
  void countIsOnlyMissedInCellsThatHaveIt() {
    Map<String, Double> flying = Map.of(IN_FLIGHT, 3.0);
    List<Run> without =
        List.of(new Run(Side.BASELINE, flying, "", 0), new Run(Side.CANDIDATE, flying, "", 0));
    Cell other = new Cell("other", Map.of(), without, List.of());
    assertThat(judge(cell(EQUAL, List.of()), other).outcome()).isEqualTo(Outcome.SAME);
    assertThat(judge(cell(EQUAL, List.of()), cell(without, without)).outcome())
        .isEqualTo(Outcome.MISSING);
  }

  @Test
  void zeroOnBothSidesIsNotMissing() {
    List<Run> zero = pair(0, 0);
    Cell none = new Cell("steady", Map.of(RPCS, 0.0), zero, List.of());
    assertThat(judge(none).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void runThatFailsTwiceFailsTheGateWithItsReason() {
    List<Run> failed =
        List.of(run(Side.BASELINE, 16, 3), failed(Side.CANDIDATE, "the pool stopped"));
    Judgement judgement = judge(cell(failed, failed));
    assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(judgement.of(Outcome.FAILED).get(0).note()).isEqualTo("candidate: the pool stopped");
  }

  @Test
  void sidesThatBothFailTwiceLeaveTheGateInconclusive() {
    List<Run> failed =
        List.of(
            failed(Side.BASELINE, "took more than 20 s"),
            failed(Side.CANDIDATE, "took more than 20 s"));
    assertThat(judge(cell(failed, failed)).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void freshRunsDoNotClearACandidateThatFailedAtFirst() {
    List<Run> failed =
        List.of(run(Side.BASELINE, 16, 3), failed(Side.CANDIDATE, "took more than 20 s"));
    Judgement judgement = judge(cell(failed, EQUAL));
    assertThat(judgement.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(SyntheticGate.changed(judgement))
        .extracting(Finding::note)
        .containsExactly(
            "failed at first, and not when it was counted again: candidate: took more than 20 s");
    assertThat(judgement.of(Outcome.SAME)).as("what the fresh runs say").isNotEmpty();
  }

  @Test
  void firstFailureIsOnlyShownIfTheBaselineFailedToo() {
    List<Run> both =
        List.of(failed(Side.BASELINE, "no port"), failed(Side.CANDIDATE, "no port either"));
    List<Run> base = List.of(failed(Side.BASELINE, "no port"), run(Side.CANDIDATE, 16, 3));
    for (List<Run> first : List.of(both, base)) {
      Judgement judgement = judge(cell(first, EQUAL));
      assertThat(judgement.outcome()).isEqualTo(Outcome.SAME);
      assertThat(judgement.findings())
          .filteredOn(f -> f.kind() == Finding.Kind.SHOWN)
          .singleElement()
          .satisfies(f -> assertThat(f.note()).contains("again: baseline: no port"));
    }
  }

  private static Run failed(Side side, String why) {
    return new Run(side, Map.of(), why, 0);
  }

  @Test
  void baselineThatFailsAgainIsInconclusive() {
    List<Run> failed = List.of(failed(Side.BASELINE, "no port"), run(Side.CANDIDATE, 16, 3));
    assertThat(judge(cell(failed, failed)).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    List<Run> once = Stream.concat(failed.stream(), EQUAL.stream()).toList();
    assertThat(judge(cell(failed, once)).outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void oneChangeInManyCellsIsOneFinding() {
    List<Run> more = pair(16, 17);
    Judgement judgement =
        Judge.countsAlone(POLICY, CountedRuns.data(40, i -> CountedRuns.cell(i, more, more)));
    assertThat(judgement.of(Outcome.CHANGED)).hasSize(1);
    assertThat(judgement.of(Outcome.CHANGED).get(0).note())
        .endsWith("so in cell 1, cell 2, cell 3 and 36 more");
  }
}
