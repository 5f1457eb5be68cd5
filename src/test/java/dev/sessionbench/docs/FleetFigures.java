package dev.sessionbench.docs;

import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** What clients that start together do to the service that they share, by their rule of growth. */
final class FleetFigures {
  private static final double MILLIS_PER_SECOND = 1_000;

  private FleetFigures() {}

  /** A row for each rule, the one with the fewest requests in a second first. */
  static String table(Path data) {
    TextTable table =
        new TextTable(
            List.of(
                "strategy",
                "requests in a second",
                "in progress",
                "requests",
                "last client served (s)",
                "wait p99 (s)",
                "sessions",
                "refused"));
    ResultFile.read(data).stream()
        .sorted(
            Comparator.comparingDouble((CellResult cell) -> figure(cell, "peakRequestsPerSecond"))
                .thenComparingDouble(cell -> ResultTables.sample(cell).median()))
        .forEach(
            cell ->
                table.add(
                    List.of(
                        cell.key().params().getOrDefault("strategy", ""),
                        Numbers.label(figure(cell, "peakRequestsPerSecond")),
                        Numbers.label(figure(cell, "maxRpcsInFlight")),
                        Numbers.label(figure(cell, ResultTables.RPCS_METRIC)),
                        seconds(ResultTables.sample(cell).median()),
                        seconds(figure(cell, "acquireWaitP99")),
                        Numbers.label(figure(cell, "sessionsCreated")),
                        Numbers.label(figure(cell, "failedCallers")))));
    return table.markdown();
  }

  private static String seconds(double millis) {
    return Numbers.label(millis / MILLIS_PER_SECOND);
  }

  private static double figure(CellResult cell, String metric) {
    return ResultTables.secondary(cell, metric).median();
  }
}
