package dev.sessionbench.report;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison as one table in Markdown: in each cell the median time and the RPCs; then notes. */
final class ReadmeTable {
  private ReadmeTable() {}

  static String render(ComparisonReport report) {
    List<MetricTable> times =
        report.tables().stream()
            .filter(table -> table.metric().equals(CellResult.SCORE))
            .filter(table -> ScoreUnit.millisPer(table.unit()).isPresent())
            .toList();
    if (times.isEmpty()) {
      throw new BadInput("--format readme: the data holds no times");
    }
    List<String> columns = times.get(0).columns();
    TextTable text =
        new TextTable(
            Stream.concat(Stream.of("ms / RPCs by " + report.columnHeading()), columns.stream())
                .toList());
    for (MetricTable table : times) {
      double millis = ScoreUnit.millisPer(table.unit()).orElseThrow();
      for (MetricTable.Row row : table.rows()) {
        List<String> cells = new ArrayList<>(List.of(row.label()));
        for (String column : columns) {
          cells.add(
              row.entry(column)
                  .map(entry -> time(entry, millis) + rpcs(report, entry))
                  .orElse("-"));
        }
        text.add(cells);
      }
    }
    boolean bound = times.stream().anyMatch(table -> table.notes().contains(MachineBound.FOOTNOTE));
    return Stream.concat(
            Stream.of(MachineBound.FOOTNOTE).filter(footnote -> bound),
            report.notes().stream().map(note -> Escape.markdown("Note: " + note)))
        .map(note -> "\n" + note + "\n")
        .collect(Collectors.joining("", text.markdown(), ""));
  }

  private static String time(MetricTable.Entry entry, double millis) {
    return Numbers.label(entry.sample().median() * millis)
        + (entry.notes().contains(MachineBound.FOOTNOTE) ? MachineBound.MARK : "");
  }

  private static String rpcs(ComparisonReport report, MetricTable.Entry time) {
    return report.tables().stream()
        .filter(table -> table.metric().equals(ResultTables.RPCS_METRIC))
        .flatMap(table -> table.rows().stream())
        .filter(row -> row.label().equals(time.row()))
        .flatMap(row -> row.entry(time.column()).stream())
        .map(entry -> " / " + count(entry))
        .findFirst()
        .orElse("");
  }

  private static String count(MetricTable.Entry entry) {
    Sample all = entry.all();
    return entry.disagrees()
        ? Numbers.label(all.min()) + ".." + Numbers.label(all.max())
        : Numbers.label(all.median());
  }
}
