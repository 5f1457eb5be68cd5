package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Renders a Markdown table of how often gates found the changes that were put into a client. */
public final class SelftestTable {
  private SelftestTable() {}

  /**
   * The gates of one change.
   *
   * @param change its name
   * @param meaning what it does
   * @param expected the metric that should show it
   * @param real the outcomes of real gates
   * @param seconds the median time from the start of a gate to its verdict; empty without gates
   * @param drawn the outcomes of gates that were drawn from the recorded blocks; may be none
   */
  public record Row(
      String change,
      String meaning,
      String expected,
      Tally real,
      OptionalDouble seconds,
      Tally drawn) {
    private String took() {
      return seconds.isEmpty() ? "" : String.format(Locale.ROOT, "%.0f", seconds.getAsDouble());
    }

    /** The expected metric if it showed the change, else the one that most often did. */
    private String foundIn() {
      return real.failedBy().entrySet().stream()
          .min(
              Comparator.comparing((Map.Entry<String, Integer> e) -> !e.getKey().equals(expected))
                  .thenComparing(e -> -e.getValue()))
          .map(Map.Entry::getKey)
          .orElse("");
    }

    private String resampled() {
      return drawn.gates() == 0
          ? ""
          : "%d / %d / %d".formatted(drawn.found(), drawn.of(Outcome.INCONCLUSIVE), drawn.passed());
    }
  }

  /**
   * The table of all changes that have a gate, or the list of all changes if none has one. A drawn
   * gate has found the change, could not tell, or has passed.
   */
  public static String of(List<Row> rows) {
    List<Row> measured = rows.stream().filter(row -> row.real.gates() > 0).toList();
    if (measured.isEmpty()) {
      return TextTable.of(
              rows,
              List.of(
                  new Column<>('l', "change", Row::change),
                  new Column<>('l', "what it does", Row::meaning)))
          .markdown();
    }
    int others = rows.size() - measured.size();
    return TextTable.of(
                measured,
                List.of(
                    new Column<>('l', "change", Row::change),
                    Column.of("found", row -> "" + row.real.found()),
                    Column.of("could not tell", row -> "" + row.real.of(Outcome.INCONCLUSIVE)),
                    Column.of("passed", row -> "" + row.real.passed()),
                    Column.of("median (s)", Row::took),
                    new Column<>('l', "found in", Row::foundIn),
                    Column.of("resampled", Row::resampled)))
            .markdown()
        + (others == 0 ? "" : "\nNot measured: %d other changes.\n".formatted(others));
  }
}
