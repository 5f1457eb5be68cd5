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

/** Renders a Markdown table of how often gates had each outcome for injected changes. */
public final class SelftestTable {
  private record Row(String injected, String how, Tally tally) {
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
   * @param injected the injected change
   * @param how the kind of gates, with their sample
   * @param tally their outcomes
   */
  public void add(String injected, String how, Tally tally) {
    rows.add(new Row(injected, how, tally));
  }

  /** The table. */
  public String render() {
    return TextTable.of(
            rows,
            List.of(
                new Column<>('l', "Injected", Row::injected),
                new Column<>('l', "Gates", Row::how),
                Column.of("Regressed", row -> row.share(Outcome.REGRESSED, Outcome.CHANGED)),
                Column.of("Failed", row -> row.share(Outcome.FAILED, Outcome.MISSING)),
                Column.of("Inconclusive", row -> row.share(Outcome.INCONCLUSIVE)),
                Column.of("Improved", row -> row.share(Outcome.IMPROVED)),
                Column.of("Same", row -> row.share(Outcome.SAME)),
                new Column<>('l', "Regressed metrics", Row::metrics)))
        .markdown();
  }
}
