package dev.sessionbench.docs;

import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.simulate.sweep.SimulatedCell;
import dev.sessionbench.simulate.sweep.SimulatedResults;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measured cells, each beside the same cell in virtual time. */
final class IdealTables {
  private static final double OFF_MILLIS = 5;
  private static final double OFF_SHARE = 0.05;

  private static final List<Excess> EXCESSES =
      List.of(
          new Excess("Time", "%", pair -> 100 * (pair.ratio() - 1)),
          new Excess("Wait p50", "ms", pair -> pair.excess("acquireWaitP50")),
          new Excess("Wait p99", "ms", pair -> pair.excess("acquireWaitP99")));

  private final List<Pair> pairs;

  /** A cell as it was measured, with virtual time beside it. */
  private record Pair(CellResult cell) {
    private double time() {
      return ResultTables.sample(cell).median();
    }

    private double measured(String metric) {
      return ResultTables.secondary(cell, metric).median();
    }

    private double ideal(String metric) {
      return measured(Ideal.VIRTUAL + metric);
    }

    private String name() {
      return load() + " at step " + param("incStep");
    }

    private String load() {
      return cell.key().method();
    }

    private String param(String name) {
      return cell.key().params().getOrDefault(name, "");
    }

    private double ratio() {
      return time() / ideal(CellResult.SCORE);
    }

    private double excess(String metric) {
      return measured(metric) - ideal(metric);
    }

    private boolean isBound() {
      return MachineBound.is(cell);
    }

    private boolean isOff() {
      return !countsAreEqual()
          || isBeyond(time(), ideal(CellResult.SCORE))
          || isBeyond(measured("acquireWaitP99"), ideal("acquireWaitP99"));
    }

    private static boolean isBeyond(double measured, double ideally) {
      double by = Math.abs(measured - ideally);
      return by > OFF_MILLIS && by > OFF_SHARE * ideally;
    }

    private boolean countsAreEqual() {
      Sample rpcs = ResultTables.secondary(cell, ResultTables.RPCS_METRIC);
      double ideally = ideal(ResultTables.RPCS_METRIC);
      return rpcs.min() == ideally && rpcs.max() == ideally;
    }
  }

  IdealTables(CommittedRun run) {
    SimulatedResults virtual = new SimulatedResults();
    pairs =
        run.cells().stream()
            .map(cell -> Ideal.beside(cell, virtual.result(SimulatedCell.of(cell), 1)))
            .map(Pair::new)
            .toList();
  }

  /** A row for each cell, and what they come to. */
  String render() {
    TextTable table =
        new TextTable(
            List.of(
                "load",
                "step",
                "RPCs",
                "virtual",
                "ms",
                "virtual",
                "ratio",
                "wait p50 (ms)",
                "virtual",
                "p99",
                "virtual"));
    for (Pair pair : pairs) {
      table.add(
          List.of(
              pair.load(),
              pair.param("incStep"),
              Numbers.label(pair.measured(ResultTables.RPCS_METRIC)),
              Numbers.label(pair.ideal(ResultTables.RPCS_METRIC)),
              Numbers.oneDecimal(pair.time()) + MachineBound.mark(pair.cell),
              Numbers.oneDecimal(pair.ideal(CellResult.SCORE)),
              String.format(Locale.ROOT, "%.3f", pair.ratio()),
              Numbers.oneDecimal(pair.measured("acquireWaitP50")),
              Numbers.oneDecimal(pair.ideal("acquireWaitP50")),
              Numbers.oneDecimal(pair.measured("acquireWaitP99")),
              Numbers.oneDecimal(pair.ideal("acquireWaitP99"))));
    }
    return table.markdown() + "\n" + summary();
  }

  /** A row for each load, what they come to, and the cells that are off, one by one. */
  String renderByLoad() {
    TextTable table =
        new TextTable(
            List.of(
                "load",
                "cells",
                "RPCs equal",
                "bound",
                "time beyond (%): median",
                "largest",
                "wait p50 beyond (ms): median",
                "largest",
                "p99: median",
                "largest"));
    for (String load : pairs.stream().map(Pair::load).distinct().sorted().toList()) {
      List<Pair> some = pairs.stream().filter(pair -> pair.load().equals(load)).toList();
      List<String> row =
          new ArrayList<>(
              List.of(
                  load,
                  Integer.toString(some.size()),
                  Long.toString(some.stream().filter(Pair::countsAreEqual).count()),
                  Long.toString(some.stream().filter(Pair::isBound).count())));
      EXCESSES.forEach(
          excess -> {
            row.add(Numbers.oneDecimal(excess.median(some)));
            row.add(Numbers.oneDecimal(excess.of(excess.largest(some))));
          });
      table.add(row);
    }
    List<Pair> off = pairs.stream().filter(Pair::isOff).toList();
    return "%s\n%s- %d cells are off: other RPCs, or a time or p99 beyond by more than 5 %% and 5 ms.\n%s"
        .formatted(table.markdown(), summary(), off.size(), off.isEmpty() ? "" : "\n" + off(off));
  }

  private static String off(List<Pair> pairs) {
    TextTable table =
        new TextTable(
            List.of(
                "load",
                "sessions",
                "step",
                "channels",
                "callers",
                "cost model",
                "RPCs",
                "virtual",
                "most in use",
                "virtual",
                "ms",
                "virtual",
                "p99",
                "virtual"));
    for (Pair pair : pairs) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  pair.load(),
                  pair.param("minSessions") + " to " + pair.param("maxSessions"),
                  pair.param("incStep"),
                  pair.param("numChannels"),
                  pair.param("concurrency"),
                  pair.param("costModel"),
                  Numbers.label(pair.measured(ResultTables.RPCS_METRIC)),
                  Numbers.label(pair.ideal(ResultTables.RPCS_METRIC)),
                  Numbers.label(pair.measured("poolMaxInUse")),
                  Numbers.label(pair.ideal("poolMaxInUse")),
                  Numbers.oneDecimal(pair.time()) + MachineBound.mark(pair.cell)));
      Stream.of(
              pair.ideal(CellResult.SCORE),
              pair.measured("acquireWaitP99"),
              pair.ideal("acquireWaitP99"))
          .map(Numbers::oneDecimal)
          .forEach(row::add);
      table.add(row);
    }
    return table.markdown();
  }

  private String summary() {
    return "- RPCs are equal in %d of %d cells; %d cells are bound by the machine.\n"
            .formatted(
                pairs.stream().filter(Pair::countsAreEqual).count(),
                pairs.size(),
                pairs.stream().filter(Pair::isBound).count())
        + EXCESSES.stream().map(excess -> excess.line(pairs)).collect(Collectors.joining());
  }

  /** By how much cells are beyond virtual time in something. */
  private record Excess(String what, String unit, ToDoubleFunction<Pair> value) {
    private double of(Pair pair) {
      return value.applyAsDouble(pair);
    }

    /** Those that can be compared: nothing is so many percent of a load that takes no time. */
    private List<Pair> comparable(List<Pair> some) {
      return some.stream().filter(pair -> Double.isFinite(of(pair))).toList();
    }

    private double median(List<Pair> some) {
      return new Sample(comparable(some).stream().map(this::of).toList(), List.of()).median();
    }

    /** The largest in either direction. */
    private Pair largest(List<Pair> some) {
      return comparable(some).stream()
          .max(Comparator.comparingDouble(pair -> Math.abs(of(pair))))
          .orElse(some.get(0));
    }

    private String line(List<Pair> all) {
      return String.format(
          Locale.ROOT,
          "- %s beyond virtual time: median %.1f %s, largest %.1f %s (%s).\n",
          what,
          median(all),
          unit,
          of(largest(all)),
          unit,
          largest(all).name());
    }
  }
}
