package dev.sessionbench.docs;

import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.RpcCounts;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** The tables of RPC counts by generation of the client. */
final class GenerationTables {
  private static final String CREATIONS = "numBatchCreateSessionsRpcs";

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
    Map<String, String> methods = RpcCounts.byMethod();
    methods.keySet().forEach(method -> text.append(" %s |".formatted(breakable(method))));
    text.append("\n| --- | --- |").append(" ---: |".repeat(methods.size())).append('\n');
    for (String load : run.loads()) {
      for (String client : clients()) {
        List<String> row = new ArrayList<>(List.of("`" + client + "`"));
        for (String metric : methods.values()) {
          row.add(range(metric, c -> of(c, "client", client) && isLoad(c, load)));
        }
        row(text, load, row);
      }
    }
    return text.toString();
  }

  /** A long name, with places where a narrow table may part it. */
  private static String breakable(String method) {
    return method.replaceAll("(Create|BeginTrans|Execute)(?=Session|action|Streaming)", "$1&shy;");
  }

  /** Transactions that were begun, by client and part of the sessions to prepare, and by load. */
  String fractions() {
    StringBuilder text = new StringBuilder("| client | `writeFraction` |");
    run.loads().forEach(load -> text.append(" `%s` |".formatted(load)));
    text.append("\n| --- | ---: |").append(" ---: |".repeat(run.loads().size())).append('\n');
    for (String client : clients()) {
      for (String fraction :
          run.cells().stream().map(GenerationTables::fraction).distinct().sorted().toList()) {
        List<String> row = new ArrayList<>(List.of(fraction));
        for (String load : run.loads()) {
          row.add(
              range(
                  "beginTransactionRpcs",
                  c -> of(c, "client", client) && fraction(c).equals(fraction) && isLoad(c, load)));
        }
        row(text, client, row);
      }
    }
    return text.toString();
  }

  /** Its default stands in no result. */
  private static String fraction(CellResult cell) {
    return cell.key().params().getOrDefault("writeFraction", "0.2");
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
