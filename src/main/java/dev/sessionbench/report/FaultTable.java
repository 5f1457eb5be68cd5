package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server that goes wrong did to growing pools: a row for each scenario and step. Numbers are
 * medians over the forks, with the range of the forks where they differ.
 *
 * @param head the headings; the first is of the scenario
 * @param rows the rows, the one without faults first, then by name and step
 */
public record FaultTable(List<String> head, List<Row> rows) {
  /** What stands where there is nothing to measure. */
  private static final String NOTHING = "–";

  private static final String BENCHMARK = "FaultBenchmark.";
  private static final String SCENARIO = "scenario";
  private static final String UNDISTURBED = "none";

  /** Headings and the secondary metrics under them. */
  private static final List<Map.Entry<String, String>> FIGURES =
      List.of(
          Map.entry("Faults", "faultsInjected"),
          Map.entry("Failed RPCs", "failedRpcs"),
          Map.entry("Errors seen", "applicationErrors"),
          Map.entry("Waiters failed per failed creation", "blastRadius"),
          Map.entry("Recovered after (ms)", "timeToRecover"),
          Map.entry("Creation RPCs", ResultTables.RPCS_METRIC),
          Map.entry("Sessions leaked", "sessionsLeaked"),
          Map.entry("Beyond max", "sessionsBeyondMax"));

  /**
   * A row.
   *
   * @param scenario what went wrong
   * @param cells the rest, one for each further heading
   */
  public record Row(String scenario, List<String> cells) {}

  /**
   * Whether a cell is one in which the server went wrong, or might have.
   *
   * @param cell the cell
   * @return true for the cells of FaultBenchmark
   */
  public static boolean shows(CellResult cell) {
    return cell.key().classAndMethod().startsWith(BENCHMARK);
  }

  /**
   * The table of some results.
   *
   * @param results the results; those that are no cells of FaultBenchmark are left out
   * @return the table, without rows where there are none
   */
  public static FaultTable of(List<CellResult> results) {
    List<CellResult> cells = results.stream().filter(FaultTable::shows).toList();
    ParameterColumns columns =
        ParameterColumns.of(cells.stream().map(FaultTable::withoutScenario).toList());
    List<String> head = new ArrayList<>(List.of("Scenario"));
    head.addAll(columns.headings());
    head.add("Time (ms)");
    FIGURES.forEach(figure -> head.add(figure.getKey()));
    Comparator<CellResult> order =
        Comparator.comparing((CellResult cell) -> !scenario(cell).equals(UNDISTURBED))
            .thenComparing(FaultTable::scenario)
            .thenComparing(FaultTable::withoutScenario, columns.order());
    List<Row> rows =
        cells.stream()
            .sorted(order)
            .map(
                cell -> {
                  List<String> row = new ArrayList<>(columns.values(withoutScenario(cell)));
                  row.add(words(cell.primaryMetric()));
                  FIGURES.forEach(
                      figure -> row.add(words(cell.secondaryMetrics().get(figure.getValue()))));
                  return new Row(scenario(cell), row);
                })
            .toList();
    return new FaultTable(head, rows);
  }

  /**
   * The scenarios in which the server was left with sessions that the pool does not know.
   *
   * @param results the results
   * @return the scenarios by name, joined by commas; empty where there are none
   */
  public static String leaking(List<CellResult> results) {
    Set<String> scenarios =
        results.stream()
            .filter(FaultTable::shows)
            .filter(
                cell -> {
                  Metric leaked = cell.secondaryMetrics().get("sessionsLeaked");
                  return leaked != null && Sample.ofForks(leaked.rawData()).max() > 0;
                })
            .map(FaultTable::scenario)
            .collect(Collectors.toCollection(TreeSet::new));
    return String.join(", ", scenarios);
  }

  /** The table as text, under a heading; empty where there are no rows. */
  String render() {
    if (rows.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable(head);
    for (Row row : rows) {
      List<String> line = new ArrayList<>(List.of(row.scenario()));
      line.addAll(row.cells());
      table.add(line);
    }
    return "### When things go wrong\n\n" + table.render();
  }

  private static String scenario(CellResult cell) {
    return cell.key().params().getOrDefault(SCENARIO, NOTHING);
  }

  private static CellKey withoutScenario(CellResult cell) {
    Map<String, String> rest = new TreeMap<>(cell.key().params());
    rest.remove(SCENARIO);
    return CellKey.of(cell.key().benchmark(), cell.key().mode(), rest);
  }

  private static String words(@Nullable Metric metric) {
    Sample sample =
        metric == null ? new Sample(List.of(), List.of()) : Sample.ofForks(metric.rawData());
    String median = number(sample.median());
    String low = number(sample.min());
    String high = number(sample.max());
    return low.equals(high) ? median : "%s (%s to %s)".formatted(median, low, high);
  }

  /** Whole where it is or is large, else with as many decimals as say something. */
  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    boolean whole = value == Math.rint(value) || value >= 100;
    return String.format(Locale.ROOT, whole ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
  }
}
