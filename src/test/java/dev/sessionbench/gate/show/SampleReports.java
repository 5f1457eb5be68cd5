package dev.sessionbench.gate.show;

import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Sample verdicts with one finding of every kind. */
final class SampleReports {
  private static final String CELL = "burstRead incStep=25";

  private SampleReports() {}

  static GateReport regressed() {
    return report(
        Outcome.REGRESSED,
        List.of(
            count("numBatchCreateSessionsRpcs", Outcome.REGRESSED, 16, 17, ""),
            count(
                "overshoot",
                Outcome.INCONCLUSIVE,
                0,
                5,
                "the runs differ among themselves: base 0 to 5, head 0 to 10"),
            measured(
                "wall time", Outcome.REGRESSED, 715.1, 760.3, 1.0632, "6 fresh blocks: +6.1 %"),
            measured("acquire <wait> |p50|", Outcome.INCONCLUSIVE, 0.0471, 0.0523, 1.11, ""),
            measured("CPU time", Outcome.IMPROVED, 810, 690, 0.852, ""),
            measured("time to max", Outcome.SAME, 74.2, 74.9, 1.009, ""),
            blind(Outcome.INCONCLUSIVE),
            shown()),
        List.of("The budget allows 9 blocks of the policy's 12.", "It took 421 s."));
  }

  static GateReport same() {
    return report(
        Outcome.SAME,
        List.of(
            count("numBatchCreateSessionsRpcs", Outcome.SAME, 16, 16, ""),
            measured("wall time", Outcome.SAME, 715.1, 716.3, 1.0017, "")),
        List.of());
  }

  /** A verdict on as many metrics, half of which have regressed. */
  static GateReport large(int metrics) {
    List<Finding> all =
        IntStream.rangeClosed(1, metrics)
            .mapToObj(
                i ->
                    measured(
                        "wall time " + i,
                        i % 2 == 0 ? Outcome.REGRESSED : Outcome.SAME,
                        100,
                        101,
                        1.01,
                        ""))
            .toList();
    return report(Outcome.REGRESSED, all, Collections.nCopies(20, "A note."));
  }

  /** A verdict on a baseline so small that its detectable effect is a large multiple. */
  static GateReport nextToNothing() {
    return report(
        Outcome.SAME,
        List.of(measured("acquire wait p50", Outcome.SAME, 0.038, 0.039, 1.01, "", 14.46)),
        List.of());
  }

  /** A verdict with one metric whose noise differs by cell, and one without a detectable effect. */
  static GateReport twoNoises() {
    return report(
        Outcome.SAME,
        List.of(
            measured("wall time", Outcome.SAME, 9.999, 10, 1, "", 0.04),
            measured("wall time", Outcome.SAME, 10, 10, 1, "", 0.075),
            measured("wall time", Outcome.SAME, 10, 10, 1, "", 0.05),
            measured("CPU time", Outcome.SAME, 10, 10, 1, "", 1),
            finding("CPU time", Finding.Kind.MEASURED, Outcome.SAME, 10, 10, 1)
                .with(f -> f.unit("ms").blocks(4))),
        List.of());
  }

  static GateReport changed() {
    return report(
        Outcome.CHANGED,
        List.of(count("sessionsCreated", Outcome.CHANGED, 400, 390, "fewer")),
        List.of());
  }

  /** An inconclusive verdict that the policy shows as a conclusion. */
  static GateReport inconclusive(Conclusion conclusion) {
    return report(
        Outcome.INCONCLUSIVE, conclusion, List.of(blind(Outcome.INCONCLUSIVE)), List.of());
  }

  static GateReport failed() {
    return report(
        Outcome.FAILED,
        List.of(
            Finding.broken(
                CELL,
                Outcome.FAILED,
                "candidate, blocks block 2: java.lang.IllegalStateException: \"100%\"\u001b[31m & <gone>")),
        List.of());
  }

  private static Finding count(
      String name, Outcome outcome, double base, double head, String note) {
    return Finding.count(CELL, name, Finding.Kind.EXACT, outcome, note)
        .with(f -> f.base(base).head(head).blocks(26));
  }

  private static Finding measured(
      String label, Outcome outcome, double base, double head, double ratio, String note) {
    return measured(label, outcome, base, head, ratio, note, 0.0412);
  }

  private static Finding measured(
      String label,
      Outcome outcome,
      double base,
      double head,
      double ratio,
      String note,
      double detectable) {
    Interval interval = new Interval(ratio - 0.012, ratio + 0.013, 0.95);
    return finding(label, Finding.Kind.MEASURED, outcome, base, head, ratio)
        .with(f -> f.pValue(0.0073).detectableChange(detectable).note(note))
        .withInterval(interval);
  }

  /** A finding on a metric in which no change was detectable. */
  private static Finding blind(Outcome outcome) {
    return finding("allocated", Finding.Kind.MEASURED, outcome, 69_080_177, 69_085_514, 1.0001)
        .with(f -> f.unit("B").blocks(1).pValue(1));
  }

  private static Finding shown() {
    return finding("acquire wait p99", Finding.Kind.SHOWN, Outcome.SAME, 96.9, 101.2, 1.041)
        .with(f -> f.metric("acquireWaitP99").unit("ms"))
        .withInterval(new Interval(0.99, 1.09, 0.95));
  }

  private static Finding finding(
      String label, Finding.Kind kind, Outcome outcome, double base, double head, double ratio) {
    return Finding.count(CELL, label, kind, outcome, "")
        .with(f -> f.base(base).head(head).blocks(12).unit("ms/op").ratio(ratio));
  }

  private static GateReport report(Outcome outcome, List<Finding> findings, List<String> notes) {
    Conclusion conclusion = outcome.fails() ? Conclusion.FAILURE : Conclusion.SUCCESS;
    return report(outcome, conclusion, findings, notes);
  }

  private static GateReport report(
      Outcome outcome, Conclusion conclusion, List<Finding> findings, List<String> notes) {
    SideIdentity base =
        RecordedForks.side("rev=1a8666f", "aa")
            .withParams(Map.of())
            .withGitCommit("1a8666f0c0ffee00000000000000000000000000");
    SideIdentity head =
        new SideIdentity(
            "tree,incStep=20", Map.of("incStep", "20"), "unknown", "unknown", "6.106.0", "bb", "");
    return new GateReport(
        new Judgement(outcome, conclusion, true, 12, findings, List.of(), 6, Set.of()),
        new PolicyFile("results/policy.yaml", SyntheticPolicy.YAML, SyntheticPolicy.POLICY),
        RecordedForks.plan(base, head),
        notes,
        "java -jar target/benchmarks.jar gate --base 'rev=1a8666f' --head 'tree,incStep=20' --seed 7",
        "");
  }
}
