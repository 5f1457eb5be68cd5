package dev.sessionbench.docs;

import dev.sessionbench.lab.LabCell;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.simulate.sweep.SimulatedCell;
import dev.sessionbench.simulate.sweep.SimulatedResults;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What pools of several rules were measured to cost, beside virtual time. */
final class VerifiedFigures {
  private static final Map<String, String> SHOWN = new LinkedHashMap<>();

  static {
    SHOWN.put("acquireWaitP99", "wait p99 (ms)");
    SHOWN.put(ResultTables.RPCS_METRIC, "requests");
    SHOWN.put("poolMaxSessions", "sessions");
    SHOWN.put("idleSessionSeconds", "idle (s)");
  }

  private VerifiedFigures() {}

  /** A row for each rule, in the order of the file. */
  static String table(Path data) {
    CommittedRun run = CommittedRun.read(data);
    boolean several = run.cells().stream().map(CellResult::benchmark).distinct().count() > 1;
    List<String> head =
        new ArrayList<>(several ? List.of("load", "strategy") : List.of("strategy"));
    SHOWN.values().forEach(heading -> head.addAll(List.of(heading, "virtual")));
    head.addAll(List.of("time (ms)", "virtual", "ratio"));
    TextTable table = new TextTable(head);
    SimulatedResults virtual = new SimulatedResults();
    for (CellResult measured : run.cells()) {
      CellResult cell =
          Ideal.beside(measured, virtual.result(SimulatedCell.of(measured), /* position= */ 1));
      List<String> row = new ArrayList<>(several ? List.of(cell.key().method()) : List.of());
      row.add(rule(cell.key().params()));
      SHOWN
          .keySet()
          .forEach(
              metric ->
                  row.addAll(List.of(figure(cell, metric), figure(cell, Ideal.VIRTUAL + metric))));
      row.add(Numbers.oneDecimal(ResultTables.sample(cell).median()) + MachineBound.mark(measured));
      row.add(figure(cell, Ideal.VIRTUAL + CellResult.SCORE));
      row.add(figure(cell, Ideal.OVER_VIRTUAL));
      table.add(row);
    }
    return table.markdown();
  }

  private static String rule(Map<String, String> params) {
    String own =
        LabCell.strategy(params.getOrDefault(LabCell.STRATEGY, "")).parameters().stream()
            .filter(parameter -> params.containsKey(parameter.name()))
            .map(parameter -> " " + parameter.name() + "=" + params.get(parameter.name()))
            .collect(Collectors.joining());
    return params.get(LabCell.STRATEGY) + own;
  }

  private static String figure(CellResult cell, String metric) {
    return Numbers.label(ResultTables.secondary(cell, metric).median());
  }
}
