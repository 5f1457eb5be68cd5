package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.stats.Sample;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every figure in the table of docs/faults.md is that of the committed run. */
class FaultFiguresTest {
  private static final List<CellResult> CELLS =
      ResultFile.read(Path.of("results/faults/result.json"));
  private static final String NOTHING_TO_MEASURE = "–";

  /** The heading of each measured column, and the metric in it; the time is the primary one. */
  private static final Map<String, String> METRICS =
      Map.of(
          "Time (ms)", "",
          "Errors seen", "applicationErrors",
          "Waiters failed per failed creation", "blastRadius",
          "Recovered after (ms)", "timeToRecover",
          "Creation RPCs", "numBatchCreateSessionsRpcs",
          "Leaked", "sessionsLeaked",
          "Beyond max", "sessionsBeyondMax");

  @Test
  void theTableIsThatOfTheCommittedRun() {
    List<List<String>> table =
        Document.read(Path.of("docs/faults.md"))
            .text()
            .lines()
            .dropWhile(line -> !line.startsWith("| Scenario |"))
            .takeWhile(line -> line.startsWith("|"))
            .map(FaultFiguresTest::cells)
            .toList();
    List<String> head = table.get(0);
    assertThat(head).containsAll(METRICS.keySet());
    String scenario = "";
    for (List<String> row : table.subList(2, table.size())) {
      scenario = row.get(0).isEmpty() ? scenario : row.get(0).replace("`", "");
      String step = row.get(head.indexOf("incStep"));
      for (Map.Entry<String, String> metric : METRICS.entrySet()) {
        String printed = row.get(head.indexOf(metric.getKey()));
        assertThat(printed)
            .as("%s, %s at step %s", metric.getKey(), scenario, step)
            .isEqualTo(asPrinted(printed, measured(metric.getValue(), scenario, step)));
      }
    }
    assertThat(table).hasSize(CELLS.size() + 2);
  }

  /** A value with as many decimals as the document gives it. */
  private static String asPrinted(String printed, double value) {
    if (Double.isNaN(value)) {
      return NOTHING_TO_MEASURE;
    }
    int point = printed.indexOf('.');
    int decimals = point < 0 ? 0 : printed.length() - point - 1;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static double measured(String metric, String scenario, String step) {
    CellResult cell =
        CELLS.stream()
            .filter(c -> scenario.equals(Objects.requireNonNull(c.params()).get("scenario")))
            .filter(c -> step.equals(Objects.requireNonNull(c.params()).get("incStep")))
            .findFirst()
            .orElseThrow();
    Metric values = metric.isEmpty() ? cell.primaryMetric() : cell.secondaryMetrics().get(metric);
    return values == null ? Double.NaN : Sample.ofForks(values.rawData()).median();
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.substring(1).split("\\|", -1)).map(String::strip).toList();
  }
}
