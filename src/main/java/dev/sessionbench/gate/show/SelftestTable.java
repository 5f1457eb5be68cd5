package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders a Markdown table of how often gates found the changes that were put into a client. */
public final class SelftestTable {
  private record Row(List<String> change, String how, Tally tally, String took) {
    String share(Outcome... outcomes) {
      int count = Stream.of(outcomes).mapToInt(tally::of).sum();
      return count == 0
          ? "0"
          : String.format(Locale.ROOT, "%d (%.1f %%)", count, 100.0 * count / tally.gates());
    }

    String metrics() {
      return tally.regressed().entrySet().stream()
          .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
          .map(e -> e.getKey() + " " + e.getValue())
          .collect(Collectors.joining(", "));
    }
  }

  private final List<Row> rows = new ArrayList<>();

  /** An empty table. */
  public SelftestTable() {}

  /**
   * Adds a row.
   *
   * @param change the change and what it does, and the metric that should show it
   * @param how the kind of gates, with their sample
   * @param tally their outcomes
   * @param took the time from the start of a gate to its verdict
   */
  public void add(List<String> change, String how, Tally tally, String took) {
    rows.add(new Row(change, how, tally, took));
  }

  /** The table. */
  public String render() {
    return TextTable.of(
            rows,
            List.of(
                new Column<>('l', "Change", row -> row.change.get(0)),
                new Column<>('l', "Should show in", row -> row.change.get(1)),
                new Column<>('l', "Gates", Row::how),
                Column.of("Found", row -> row.share(Outcome.REGRESSED, Outcome.CHANGED)),
                Column.of("Failed", row -> row.share(Outcome.FAILED, Outcome.MISSING)),
                Column.of("Could not tell", row -> row.share(Outcome.INCONCLUSIVE)),
                Column.of("Passed", row -> row.share(Outcome.SAME, Outcome.IMPROVED)),
                Column.of("Time to verdict", Row::took),
                new Column<>('l', "Found in", Row::metrics)))
        .markdown();
  }
}
