package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.judge.Finding.Kind;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Folds equal findings of several cells into one. The finding names the first cell with its values
 * and how many more cells there are.
 */
final class CountFindings {
  private static final int NAMED = 3;

  /** The values that findings must share to be folded into one. */
  private record Key(Outcome outcome, Kind kind, String metric, String way) {}

  private final Map<Key, List<Finding>> found = new LinkedHashMap<>();
  private final Map<String, Integer> same = new LinkedHashMap<>();

  /** Adds a count that is the same on both sides of a cell. */
  void same(String metric) {
    same.merge(metric, 1, Integer::sum);
  }

  /** Adds a count that differs in the candidate, with the outcome that the runs allow. */
  void differs(CountedValues values, Outcome outcome, String why) {
    String way = values.isMore() ? "more" : "fewer";
    add(values, Kind.EXACT, outcome, way, "%s; %s: %s".formatted(way, why, values));
  }

  /** Adds a count that is shown and does not decide. */
  void shown(CountedValues values, String why) {
    add(values, Kind.SHOWN, Outcome.SAME, why, "%s: %s".formatted(why, values));
  }

  /** Adds a count that a side does not report as a number. */
  void missing(CountedValues values, String note) {
    add(values, Kind.EXACT, Outcome.MISSING, note, note);
  }

  private void add(CountedValues values, Kind kind, Outcome outcome, String way, String note) {
    Sample base = values.base();
    Sample head = values.head();
    Finding finding = Finding.count(values.cell().name(), values.metric(), kind, outcome, note);
    int blocks = Math.min(base.n(), head.n());
    add(way, finding.with(f -> f.base(base.median()).head(head.median()).blocks(blocks)));
  }

  /** Adds a finding that has no values. */
  void add(String cell, Kind kind, Outcome outcome, String way, String note) {
    add(way, new Finding(cell, "", "counts", kind, outcome, note));
  }

  /** Adds a cell whose runs failed or that was not counted. */
  void broken(String cell, Outcome outcome, String note) {
    add("", Finding.broken(cell, outcome, note));
  }

  /** The reasons of the failed runs, each with its side. */
  static String failures(List<Run> runs) {
    return runs.stream()
        .filter(Run::hasFailed)
        .map(run -> run.side() + ": " + run.failure())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private void add(String way, Finding finding) {
    Key key = new Key(finding.outcome(), finding.kind(), finding.metric(), way);
    found.computeIfAbsent(key, k -> new ArrayList<>()).add(finding);
  }

  /** All findings; those that are not {@code same} come first. */
  List<Finding> list() {
    List<Finding> all = new ArrayList<>();
    found.values().forEach(alike -> all.add(folded(alike)));
    same.forEach(
        (metric, cells) ->
            all.add(Finding.count(cells + " counted cells", metric, Kind.EXACT, Outcome.SAME, "")));
    return all;
  }

  private static Finding folded(List<Finding> alike) {
    Finding first = alike.get(0);
    List<String> others = alike.stream().skip(1).map(Finding::cell).toList();
    String named = others.stream().limit(NAMED).collect(Collectors.joining(", "));
    String more = others.size() > NAMED ? " and %d more".formatted(others.size() - NAMED) : "";
    return others.isEmpty()
        ? first
        : first.withNote("%s; so in %s%s".formatted(first.note(), named, more));
  }
}
