package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.Sets;
import com.google.common.collect.Tables;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** Lays a metric of a comparison out for readers. */
final class ComparisonSheet {
  /** The width of a terminal, in characters. */
  private static final int WIDEST = 120;

  /** Stands for a missing value or comparison. */
  private static final String NONE = "-";

  /** The text at a place: a value, and its change. */
  private record Cell(String value, String change) {
    static final Cell EMPTY = new Cell(NONE, NONE);
  }

  /** A row of a sheet: its label, and the text in each column. */
  private record Line(String label, Map<String, Cell> cells) {
    Cell cell(String column) {
      return cells.getOrDefault(column, Cell.EMPTY);
    }

    /**
     * Whether the line can have a value there; not if either side is for cells without the
     * parameter.
     */
    boolean mayHave(String column) {
      return cells.containsKey(column)
          || (!column.equals(Pivot.ABSENT) && !cells.keySet().equals(Set.of(Pivot.ABSENT)));
    }
  }

  private ComparisonSheet() {}

  /** The sheet of a metric, with a line for each row. Each footnote has its number. */
  static Sheet of(MetricTable table) {
    List<String> notes = table.notes();
    List<Line> lines = new ArrayList<>();
    Tables.transformValues(table.cells(), entry -> cell(entry, notes))
        .rowMap()
        .forEach((label, cells) -> lines.add(new Line(label, cells)));
    Map<String, Double> means = table.means();
    if (!means.isEmpty()) {
      Map<String, Cell> cells = new LinkedHashMap<>();
      for (String column : table.pivot().columns()) {
        Double mean = means.get(column);
        cells.put(column, new Cell("", mean == null ? NONE : ratio(mean) + rows(table, column)));
      }
      lines.add(new Line("geometric mean", cells));
    }
    String better = table.direction().name().toLowerCase(Locale.ROOT).replace("_is_better", "");
    return new Sheet(
        "%s, %s (%s is better)".formatted(table.metric(), table.unit(), better),
        layout(table, lines),
        notes.stream().map(note -> "(%s) %s".formatted(notes.indexOf(note) + 1, note)).toList());
  }

  /** The number of rows in a column's mean, if the base has more rows. */
  private static String rows(MetricTable table, String column) {
    Set<String> based = table.cells().column(table.base()).keySet();
    int found = Sets.intersection(based, table.cells().column(column).keySet()).size();
    return found < based.size() ? " (%s of %s rows)".formatted(found, based.size()) : "";
  }

  private static Cell cell(MetricTable.Entry entry, List<String> notes) {
    String change = entry.comparison().map(ComparisonSheet::change).orElse(NONE);
    return new Cell(value(entry, notes), change);
  }

  /** Lays lines out with a column for each value. If that is too wide, each value gets a row. */
  private static TextTable layout(MetricTable like, List<Line> lines) {
    String rowHeading = like.pivot().rowHeading();
    String versus = "vs " + like.base();
    List<Column<Line>> columns = new ArrayList<>();
    columns.add(new Column<>('l', rowHeading, Line::label));
    for (String column : like.pivot().columns()) {
      columns.add(Column.of(column, line -> line.cell(column).value));
      if (!column.equals(like.base())) {
        columns.add(Column.of(versus, line -> line.cell(column).change));
      }
    }
    TextTable sideways = TextTable.of(lines, columns);
    if (sideways.width() <= WIDEST) {
      return sideways;
    }
    String heading = like.pivot().columnHeading();
    TextTable turned = new TextTable("lrrr", List.of(rowHeading, heading, like.unit(), versus));
    for (Line line : lines) {
      String label = line.label;
      for (String column : like.pivot().columns()) {
        if (line.mayHave(column)) {
          Cell cell = line.cell(column);
          String change = column.equals(like.base()) ? "" : cell.change;
          turned.add(List.of(label, column, cell.value, change));
          label = "";
        }
      }
    }
    return turned;
  }

  private static String value(MetricTable.Entry entry, List<String> notes) {
    Sample sample = entry.sample();
    String value = Numbers.fourDigits(sample.median());
    if (sample.n() == 0) {
      value = NONE;
    } else if (entry.exact()) {
      Sample all = entry.all();
      value = count(all.min()) + (entry.disagrees() ? ".." + count(all.max()) : "");
    }
    String interval = entry.interval().map(i -> interval(i, Numbers::fourDigits)).orElse("");
    Function<String, String> mark = note -> " (%s)".formatted(notes.indexOf(note) + 1);
    String marks = entry.notes().stream().map(mark).collect(joining());
    return value + interval + " n=" + sample.n() + marks;
  }

  private static String change(Comparison comparison) {
    String size = Double.isNaN(comparison.ratio()) ? "n/a" : ratio(comparison.ratio());
    String interval =
        comparison.interval().map(i -> interval(i, ComparisonSheet::ratio)).orElse("");
    return switch (comparison.verdict()) {
      case BETTER -> size + interval + " better";
      case WORSE -> size + interval + " worse";
      case EQUAL -> "equal";
      case NOT_FOUND -> "~" + interval;
      case TOO_FEW -> "too few forks";
    };
  }

  private static String interval(Interval interval, DoubleFunction<String> text) {
    return " [" + text.apply(interval.low()) + ", " + text.apply(interval.high()) + "]";
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3fx", ratio);
  }

  private static String count(double value) {
    return Numbers.wholeOr(value, Numbers::fourDigits);
  }
}
