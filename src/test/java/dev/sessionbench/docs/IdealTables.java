package dev.sessionbench.docs;

import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.simulate.sweep.SimulatedCell;
import dev.sessionbench.simulate.sweep.SimulatedResults;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Measured cells, each beside the same cell in virtual time. */
final class IdealTables {
  private final List<Pair> pairs;

  /** A cell as it was measured, and as it is where client and machine take no time. */
  private record Pair(CellResult measured, CellResult ideal) {
    private static Pair of(CellResult measured) {
      SimulatedCell cell = new SimulatedCell(measured.benchmark(), measured.key().params());
      return new Pair(measured, new SimulatedResults().result(cell, 1));
    }

    private String name() {
      return measured.key().method() + " at step " + step();
    }

    private String step() {
      return measured.key().params().getOrDefault("incStep", "");
    }

    private double ratio() {
      return time(measured) / time(ideal);
    }

    private double excess(String metric) {
      return figure(measured, metric) - figure(ideal, metric);
    }

    private boolean countsAreEqual() {
      Sample rpcs = ResultTables.secondary(measured, ResultTables.RPCS_METRIC);
      double ideally = figure(ideal, ResultTables.RPCS_METRIC);
      return rpcs.min() == ideally && rpcs.max() == ideally;
    }
  }

  IdealTables(CommittedRun run) {
    pairs = run.cells().stream().map(Pair::of).toList();
  }

  private static double time(CellResult result) {
    return ResultTables.sample(result).median();
  }

  private static double figure(CellResult result, String metric) {
    return ResultTables.secondary(result, metric).median();
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
              pair.measured.key().method(),
              pair.step(),
              Numbers.label(figure(pair.measured, ResultTables.RPCS_METRIC)),
              Numbers.label(figure(pair.ideal, ResultTables.RPCS_METRIC)),
              Numbers.oneDecimal(time(pair.measured)) + MachineBound.mark(pair.measured),
              Numbers.oneDecimal(time(pair.ideal)),
              String.format(Locale.ROOT, "%.3f", pair.ratio()),
              Numbers.oneDecimal(figure(pair.measured, "acquireWaitP50")),
              Numbers.oneDecimal(figure(pair.ideal, "acquireWaitP50")),
              Numbers.oneDecimal(figure(pair.measured, "acquireWaitP99")),
              Numbers.oneDecimal(figure(pair.ideal, "acquireWaitP99"))));
    }
    return table.markdown()
        + "\n- RPCs are equal in %d of %d cells; %d cells are bound by the machine.\n"
            .formatted(
                pairs.stream().filter(Pair::countsAreEqual).count(),
                pairs.size(),
                pairs.stream().filter(pair -> MachineBound.is(pair.measured)).count())
        + line("Time", "%", pair -> 100 * (pair.ratio() - 1))
        + line("Wait p50", "ms", pair -> pair.excess("acquireWaitP50"))
        + line("Wait p99", "ms", pair -> pair.excess("acquireWaitP99"));
  }

  private String line(String what, String unit, ToDoubleFunction<Pair> excess) {
    List<Pair> sorted =
        pairs.stream()
            .sorted(Comparator.comparingDouble(pair -> Math.abs(excess.applyAsDouble(pair))))
            .toList();
    Pair largest = sorted.get(sorted.size() - 1);
    double median =
        new Sample(pairs.stream().map(excess::applyAsDouble).toList(), List.of()).median();
    return String.format(
        Locale.ROOT,
        "- %s beyond virtual time: median %.1f %s, largest %.1f %s (%s).\n",
        what,
        median,
        unit,
        excess.applyAsDouble(largest),
        unit,
        largest.name());
  }
}
