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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Measured cells, each beside the same cell in virtual time. */
final class IdealTables {
  private final List<CellResult> cells;

  IdealTables(CommittedRun run) {
    SimulatedResults virtual = new SimulatedResults();
    cells =
        run.cells().stream()
            .map(cell -> Ideal.beside(cell, virtual.result(SimulatedCell.of(cell), 1)))
            .toList();
  }

  private static String step(CellResult cell) {
    return cell.key().params().getOrDefault("incStep", "");
  }

  private static double excess(CellResult cell, String metric) {
    return figure(cell, metric) - figure(cell, Ideal.VIRTUAL + metric);
  }

  private static boolean countsAreEqual(CellResult cell) {
    Sample rpcs = ResultTables.secondary(cell, ResultTables.RPCS_METRIC);
    double virtual = figure(cell, Ideal.VIRTUAL + ResultTables.RPCS_METRIC);
    return rpcs.min() == virtual && rpcs.max() == virtual;
  }

  private static double figure(CellResult cell, String metric) {
    return ResultTables.secondary(cell, metric).median();
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
    for (CellResult cell : cells) {
      table.add(
          List.of(
              cell.key().method(),
              step(cell),
              Numbers.label(figure(cell, ResultTables.RPCS_METRIC)),
              Numbers.label(figure(cell, Ideal.VIRTUAL + ResultTables.RPCS_METRIC)),
              Numbers.oneDecimal(ResultTables.sample(cell).median()) + MachineBound.mark(cell),
              Numbers.oneDecimal(figure(cell, Ideal.VIRTUAL + CellResult.SCORE)),
              String.format(Locale.ROOT, "%.3f", figure(cell, Ideal.OVER_VIRTUAL)),
              Numbers.oneDecimal(figure(cell, "acquireWaitP50")),
              Numbers.oneDecimal(figure(cell, Ideal.VIRTUAL + "acquireWaitP50")),
              Numbers.oneDecimal(figure(cell, "acquireWaitP99")),
              Numbers.oneDecimal(figure(cell, Ideal.VIRTUAL + "acquireWaitP99"))));
    }
    return table.markdown()
        + "\n- RPCs are equal in %d of %d cells; %d cells are bound by the machine.\n"
            .formatted(
                cells.stream().filter(IdealTables::countsAreEqual).count(),
                cells.size(),
                cells.stream().filter(MachineBound::is).count())
        + line("Time", "%", cell -> 100 * (figure(cell, Ideal.OVER_VIRTUAL) - 1))
        + line("Wait p50", "ms", cell -> excess(cell, "acquireWaitP50"))
        + line("Wait p99", "ms", cell -> excess(cell, "acquireWaitP99"));
  }

  private String line(String what, String unit, ToDoubleFunction<CellResult> excess) {
    List<CellResult> sorted =
        cells.stream()
            .sorted(Comparator.comparingDouble(cell -> Math.abs(excess.applyAsDouble(cell))))
            .toList();
    CellResult largest = sorted.get(sorted.size() - 1);
    double median =
        new Sample(cells.stream().map(excess::applyAsDouble).toList(), List.of()).median();
    return String.format(
        Locale.ROOT,
        "- %s beyond virtual time: median %.1f %s, largest %.1f %s (%s).\n",
        what,
        median,
        unit,
        excess.applyAsDouble(largest),
        unit,
        largest.key().method() + " at step " + step(largest));
  }
}
