package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How often gates said what of changes that were put in on purpose, as a Markdown table. */
public final class SelftestTable {
  private final Map<String, List<String>> rows = new LinkedHashMap<>();

  /** An empty table. */
  public SelftestTable() {}

  /**
   * Adds a row.
   *
   * @param injected what was put in
   * @param how what kind of gates these were, with the sample behind them
   * @param tally what they said
   */
  public void add(String injected, String how, Tally tally) {
    List<String> cells = new ArrayList<>(List.of(injected, how));
    cells.add(share(tally.of(Outcome.REGRESSED) + tally.of(Outcome.CHANGED), tally.gates()));
    cells.add(share(tally.of(Outcome.FAILED) + tally.of(Outcome.MISSING), tally.gates()));
    cells.add(share(tally.of(Outcome.INCONCLUSIVE), tally.gates()));
    cells.add(share(tally.of(Outcome.IMPROVED), tally.gates()));
    cells.add(share(tally.of(Outcome.SAME), tally.gates()));
    cells.add(
        tally.regressed().entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", ")));
    rows.put(injected + how, cells);
  }

  /** The table. */
  public String render() {
    TextTable table =
        new TextTable(
            "llrrrrrl",
            List.of(
                "Injected",
                "Gates",
                "Regressed",
                "Failed",
                "Inconclusive",
                "Improved",
                "Same",
                "Regressed metrics"));
    rows.values().forEach(table::add);
    return table.markdown();
  }

  private static String share(int count, int gates) {
    return count == 0
        ? "0"
        : String.format(Locale.ROOT, "%d (%.1f %%)", count, 100.0 * count / gates);
  }
}
