package dev.sessionbench.docs;

import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** The tables of RPC counts by generation of the client. */
final class GenerationTables {
  private static final String CREATIONS = "numBatchCreateSessionsRpcs";

  /** The metrics of a run by method, each with the method as the heading. */
  private static final List<List<String>> METHODS =
      List.of(
          List.of("Create&shy;Session", "createSessionRpcs"),
          List.of("BatchCreate&shy;Sessions", CREATIONS),
          List.of("BeginTrans&shy;action", "beginTransactionRpcs"),
          List.of("Execute&shy;StreamingSql", "executeStreamingSqlRpcs"),
          List.of("ExecuteSql", "executeSqlRpcs"),
          List.of("Commit", "commitRpcs"),
          List.of("Rollback", "rollbackRpcs"),
          List.of("others", "otherRpcs"));

  /** The metrics of a fleet that starts. */
  private static final List<List<String>> STARTS =
      List.of(
          List.of("CreateSession", "createSessionRpcs"),
          List.of("BatchCreateSessions", CREATIONS),
          List.of("of these at once", "maxRpcsInFlight"),
          List.of("sessions created", "sessionsCreated"),
          List.of("alive at the end", "sessionsAlive"));

  private final CommittedRun run;

  GenerationTables(CommittedRun run) {
    this.run = run;
  }

  /** Creations by client and load, whatever the transport; a range where runs differ. */
  String creations() {
    return byLoad(CREATIONS, cell -> true);
  }

  private String byLoad(String metric, Predicate<CellResult> which) {
    StringBuilder text = new StringBuilder("| client |");
    run.loads().forEach(load -> text.append(" `%s` |".formatted(load)));
    head(text, run.loads().size());
    for (String client : clients()) {
      List<String> row = new ArrayList<>();
      for (String load : run.loads()) {
        row.add(range(metric, which.and(c -> of(c, "client", client) && isLoad(c, load))));
      }
      row(text, client, row);
    }
    return text.toString();
  }

  /** Creations by client and step, whatever the load and the transport. */
  String steps() {
    StringBuilder text = new StringBuilder("| client |");
    run.steps().forEach(step -> text.append(" step ").append(step).append(" |"));
    head(text, run.steps().size());
    for (String client : clients()) {
      List<String> row = new ArrayList<>();
      for (int step : run.steps()) {
        row.add(
            range(CREATIONS, cell -> of(cell, "client", client) && of(cell, "incStep", "" + step)));
      }
      row(text, client, row);
    }
    return text.toString();
  }

  /** All RPCs by load, client and method. */
  String methods() {
    StringBuilder text = new StringBuilder("| load | client |");
    METHODS.forEach(method -> text.append(" %s |".formatted(method.get(0))));
    text.append("\n| --- | --- |").append(" ---: |".repeat(METHODS.size())).append('\n');
    for (String load : run.loads()) {
      for (String client : clients()) {
        List<String> row = new ArrayList<>(List.of("`" + client + "`"));
        for (List<String> method : METHODS) {
          row.add(range(method.get(1), c -> of(c, "client", client) && isLoad(c, load)));
        }
        row(text, load, row);
      }
    }
    return text.toString();
  }

  /** What the server sees of each fleet. */
  String fleets() {
    StringBuilder text = new StringBuilder("| fleet |");
    STARTS.forEach(metric -> text.append(" %s |".formatted(metric.get(0))));
    head(text, STARTS.size());
    for (String fleet : clients()) {
      List<String> row = new ArrayList<>();
      STARTS.forEach(metric -> row.add(range(metric.get(1), c -> of(c, "client", fleet))));
      row(text, fleet.replace("+", "` + `").replaceAll("(\\d)x", "$1 x "), row);
    }
    return text.toString();
  }

  /** Over TCP: the share of the statements that came by the busiest channel, in percent. */
  String spread() {
    return byLoad("busiestChannel", cell -> of(cell, "transport", "tcp"));
  }

  private static void head(StringBuilder text, int columns) {
    text.append("\n| --- |").append(" ---: |".repeat(columns)).append('\n');
  }

  private static void row(StringBuilder text, String name, List<String> cells) {
    text.append("| `%s` | %s |\n".formatted(name, String.join(" | ", cells)));
  }

  /** In the order of the releases, the multiplexed one behind that with the pool. */
  List<String> clients() {
    return run.cells().stream()
        .map(cell -> param(cell, "client"))
        .distinct()
        .sorted(NumbersFirst.ORDER)
        .toList();
  }

  /** The least and the most that a metric was in any run; one number where they are the same. */
  private String range(String metric, Predicate<CellResult> which) {
    List<Double> values =
        run.cells().stream()
            .filter(which)
            .map(cell -> cell.secondaryMetrics().get(metric))
            .map(found -> Objects.requireNonNull(found, metric))
            .map(Metric::rawData)
            .flatMap(List::stream)
            .flatMap(List::stream)
            .sorted()
            .toList();
    double least = values.get(0);
    double most = values.get(values.size() - 1);
    return least == most ? "%,.0f".formatted(least) : "%,.0f-%,.0f".formatted(least, most);
  }

  private static boolean isLoad(CellResult cell, String load) {
    return cell.benchmark().endsWith("." + load);
  }

  private static boolean of(CellResult cell, String name, String value) {
    return param(cell, name).equals(value);
  }

  private static String param(CellResult cell, String name) {
    return Objects.requireNonNull(Objects.requireNonNull(cell.params()).get(name), name);
  }
}
