package dev.sessionbench.gate.judge;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.count.ChannelCounts;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Kind;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares counts and reports increases and decreases alike: fewer sessions may mean a pool that no
 * longer grows.
 *
 * <p>Each side is counted once. A cell is counted again in fresh processes if a count differs, is
 * missing or failed. The fresh runs alone then judge it. If the baseline always has the same count,
 * the candidate must have it too, but for a few runs. If the baseline's count varies, it has
 * changed if no candidate run lies within the baseline's range, or if the ranks of all runs differ.
 * Calls that are spread less evenly over channels are a regression; more evenly, an improvement.
 */
public final class CountJudge {
  private static final String NOT_AGAIN = "not counted again";

  /**
   * The candidate's fresh runs, of all cells, that are a change together. Each is as likely on
   * either side if the sides are equal, so eight on one side have a probability of 0.4 %.
   */
  private static final int MANY_RUNS = 8;

  private final Policy policy;
  private final CountData data;

  /**
   * Counts that vary in the baseline's fresh runs of any cell, or differ there from the closed
   * form.
   */
  private final Set<String> racing = new HashSet<>();

  /** The candidate's fresh runs, of all cells, that differ from the baseline, by count. */
  private final Map<String, Long> runsThatDiffer;

  private final CountFindings findings = new CountFindings();

  private CountJudge(Policy policy, CountData data) {
    this.policy = policy;
    this.data = data;
    data.cells().stream()
        .flatMap(cell -> values(cell, cell.again()))
        .filter(values -> values.lacking().isEmpty() && values.races())
        .forEach(values -> racing.add(values.metric()));
    runsThatDiffer =
        data.cells().stream()
            .flatMap(cell -> values(cell, cell.again()))
            .filter(values -> values.lacking().isEmpty() && !racing.contains(values.metric()))
            .collect(groupingBy(CountedValues::metric, summingLong(CountedValues::outside)));
  }

  /**
   * The cells that must be counted again, judged by their first runs. A cell is left out if it only
   * differs in counts that vary in the baseline elsewhere.
   *
   * @param policy the policy
   * @param data what was counted
   * @return their names, in the data's order
   */
  public static List<String> suspects(Policy policy, CountData data) {
    CountJudge judge = new CountJudge(policy, data);
    return data.cells().stream().filter(judge::isSuspect).map(Cell::name).toList();
  }

  /**
   * Judges all counts.
   *
   * @param policy the policy
   * @param data what was counted
   * @return one finding for each count that is the same in all cells, and one for each way in which
   *     cells differ. Expected cells without counts add one, unless another finding fails
   */
  static List<Finding> judge(Policy policy, CountData data) {
    return new CountJudge(policy, data).findings();
  }

  /** The deciding counts of a cell. */
  private Stream<CountedValues> values(Cell cell, List<Run> runs) {
    return policy.exact().stream()
        .filter(this::isCounted)
        .map(metric -> CountedValues.of(cell, metric, runs))
        .filter(values -> !values.isOfNone());
  }

  /** Whether the baseline reports a count. A build older than the count does not. */
  private boolean isCounted(String metric) {
    return data.cells().stream()
        .flatMap(cell -> Stream.concat(cell.runs().stream(), cell.again().stream()))
        .filter(run -> run.side() == Side.BASELINE)
        .anyMatch(run -> run.counts().containsKey(metric));
  }

  /** Whether only the cell of channels has this count, and this gate did not count that cell. */
  private boolean isOfOtherCells(String metric) {
    return ChannelCounts.OF_CHANNELS.stream().anyMatch(own -> own.key().equals(metric))
        && data.cells().stream().noneMatch(c -> c.name().equals(CountCell.channels().name()));
  }

  private boolean isSuspect(Cell cell) {
    return cell.again().isEmpty()
        && (hasFailed(cell.runs())
            || values(cell, cell.runs()).anyMatch(v -> differs(v) && !racing.contains(v.metric())));
  }

  private static boolean differs(CountedValues values) {
    return values.lacking().isPresent() || !values.isSame();
  }

  private static boolean hasFailed(List<Run> runs) {
    return runs.stream().anyMatch(Run::hasFailed);
  }

  private static boolean hasFailed(List<Run> runs, Side side) {
    return hasFailed(runs.stream().filter(run -> run.side() == side).toList());
  }

  private List<Finding> findings() {
    data.cells().forEach(this::judge);
    if (findings.list().stream().noneMatch(finding -> finding.outcome().fails())) {
      data.uncounted()
          .forEach(name -> findings.broken(name, Outcome.MISSING, "nothing of it was counted"));
    }
    showOthers();
    return findings.list();
  }

  private void judge(Cell cell) {
    boolean again = !cell.again().isEmpty();
    boolean failed = hasFailed(cell.again(), Side.CANDIDATE);
    // The candidate's fresh runs say nothing without one of the baseline.
    boolean alone =
        cell.again().stream().allMatch(run -> run.hasFailed() || run.side() == Side.CANDIDATE);
    if (again && (failed || alone)) {
      // A machine that stops both sides picks none.
      boolean candidate = failed && !hasFailed(cell.again(), Side.BASELINE);
      Outcome outcome = candidate ? Outcome.FAILED : Outcome.INCONCLUSIVE;
      findings.broken(cell.name(), outcome, CountFindings.failures(cell.again()));
      return;
    }
    if (hasFailed(cell.runs())) {
      failedAtFirst(cell, again);
    }
    if (again || !hasFailed(cell.runs())) {
      values(cell, cell.judged()).forEach(values -> judge(values, again));
    }
  }

  /**
   * Reports failures of the first runs. They leave the gate inconclusive, because a machine's fault
   * does not pick a side. They only count as {@code same} if the baseline failed too and the cell
   * was counted again.
   */
  private void failedAtFirst(Cell cell, boolean again) {
    boolean acquitted = again && hasFailed(cell.runs(), Side.BASELINE);
    String then = again ? "failed at first, and not when it was counted again" : NOT_AGAIN;
    Kind kind = acquitted ? Kind.SHOWN : Kind.EXACT;
    Outcome outcome = acquitted ? Outcome.SAME : Outcome.INCONCLUSIVE;
    String note = "%s: %s".formatted(then, CountFindings.failures(cell.runs()));
    findings.add(cell.name(), kind, outcome, then, note);
  }

  private void judge(CountedValues values, boolean again) {
    if (!differs(values)) {
      findings.same(values.metric());
    } else if (!again && !racing.contains(values.metric())) {
      findings.differs(values, Outcome.INCONCLUSIVE, NOT_AGAIN);
    } else if (values.lacking().isPresent()) {
      findings.missing(values, "the %s does not report it".formatted(values.lacking().get()));
    } else if (again && values.isChanged(racing.contains(values.metric()))) {
      String races = "beyond what varies in the baseline";
      String why = values.races() ? races : "constant in the baseline";
      findings.differs(values, changed(values), why);
    } else if (!again || values.races()) {
      findings.shown(values, "varies in the baseline");
      findings.same(values.metric());
    } else if (runsThatDiffer.getOrDefault(values.metric(), 0L) >= MANY_RUNS) {
      String why = "in %d runs of all cells together";
      findings.differs(values, changed(values), why.formatted(runsThatDiffer.get(values.metric())));
    } else {
      findings.differs(values, Outcome.INCONCLUSIVE, "in few runs of the candidate");
    }
  }

  /** The outcome of a change, of which only the skew of channels has a good direction. */
  private static Outcome changed(CountedValues values) {
    if (!values.metric().equals(RunMetric.CHANNEL_SKEW.key())) {
      return Outcome.CHANGED;
    }
    return values.isMore() ? Outcome.REGRESSED : Outcome.IMPROVED;
  }

  /** Shows the counts that the policy does not name or the baseline does not report. */
  private void showOthers() {
    Set<String> others = new LinkedHashSet<>();
    data.cells().forEach(cell -> cell.runs().forEach(run -> others.addAll(run.counts().keySet())));
    others.removeIf(metric -> policy.exact().contains(metric) && isCounted(metric));
    List<Run> runs = data.cells().stream().flatMap(cell -> cell.runs().stream()).toList();
    Cell all = new Cell("all counted cells", Map.of(), runs, List.of());
    others.stream()
        .map(metric -> CountedValues.of(all, metric, runs))
        .filter(values -> values.base().median() != values.head().median())
        .forEach(values -> findings.shown(values, "not judged"));
    if (!runs.isEmpty() && !hasFailed(runs) && data.uncounted().isEmpty()) {
      List<String> unknown =
          policy.exact().stream().filter(m -> !isCounted(m) && !isOfOtherCells(m)).toList();
      if (!unknown.isEmpty()) {
        boolean nothing = unknown.size() == policy.exact().size();
        findings.add(
            "all counted cells",
            nothing ? Kind.EXACT : Kind.SHOWN,
            nothing ? Outcome.MISSING : Outcome.SAME,
            String.join(", ", unknown),
            "not judged, as the baseline does not count " + String.join(", ", unknown));
      }
    }
  }
}
