package dev.sessionbench.docs;

import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.RpcCounts;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.text.TextTable;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The tables of RPC counts by generation of the client. */
final class GenerationTables {
  private static final String CREATIONS = "numBatchCreateSessionsRpcs";

  /** The requests of a run by method; a heading that is long may break at a soft hyphen. */
  private static final List<Column> METHODS =
      RpcCounts.byMethod().entrySet().stream()
          .map(method -> new Column(breakable(method.getKey()), method.getValue()))
          .toList();

  /** What a fleet does that starts. */
  private static final List<Column> STARTS =
      List.of(
          new Column("CreateSession", "createSessionRpcs"),
          new Column("BatchCreateSessions", CREATIONS),
          new Column("of these at once", "maxRpcsInFlight"),
          new Column("sessions created", "sessionsCreated"),
          new Column("alive at the end", "sessionsAlive"));

  private final CommittedRun run;

  GenerationTables(CommittedRun run) {
    this.run = run;
  }

  /** A metric of some cells. */
  private record Column(String heading, String metric, Predicate<CellResult> which) {
    private Column(String heading, String metric) {
      this(heading, metric, cell -> true);
    }
  }

  /** Creations by client and load, whatever the transport; a range where runs differ. */
  String creations() {
    return byLoad(CREATIONS, cell -> true);
  }

  /** Over TCP: the share of the statements that came by the busiest channel, in percent. */
  String spread() {
    return byLoad("busiestChannel", cell -> of(cell, "transport", "tcp"));
  }

  private String byLoad(String metric, Predicate<CellResult> which) {
    return byClient(
        "client",
        run.loads().stream()
            .map(load -> new Column(load, metric, which.and(cell -> isLoad(cell, load))))
            .toList());
  }

  /** Creations by client and step, whatever the load and the transport. */
  String steps() {
    return byClient(
        "client",
        run.steps().stream()
            .map(
                step ->
                    new Column("step " + step, CREATIONS, cell -> of(cell, "incStep", "" + step)))
            .toList());
  }

  /** What the server sees of each fleet. */
  String fleets() {
    return byClient("fleet", STARTS);
  }

  private String byClient(String heading, List<Column> columns) {
    TextTable table = table(List.of(heading), columns);
    for (String client : clients()) {
      String name = client.replace("+", " + ").replaceAll("(\\d)x", "$1 x ");
      table.add(row(List.of(name), columns, cell -> of(cell, "client", client)));
    }
    return table.markdown();
  }

  /** All RPCs by load, client and method. */
  String methods() {
    TextTable table = table(List.of("load", "client"), METHODS);
    for (String load : run.loads()) {
      for (String client : clients()) {
        table.add(
            row(
                List.of(load, client),
                METHODS,
                cell -> of(cell, "client", client) && isLoad(cell, load)));
      }
    }
    return table.markdown();
  }

  private static String breakable(String method) {
    return method.replaceAll("(Create|BeginTrans|Execute)(?=Session|action|Streaming)", "$1\u00AD");
  }

  /** Transactions that were begun, by client and part of the sessions to prepare, and by load. */
  String fractions() {
    List<Column> loads =
        run.loads().stream()
            .map(load -> new Column(load, "beginTransactionRpcs", cell -> isLoad(cell, load)))
            .toList();
    TextTable table = table(List.of("client", "writeFraction"), loads);
    List<String> fractions =
        run.cells().stream().map(GenerationTables::fraction).distinct().sorted().toList();
    for (String client : clients()) {
      for (String fraction : fractions) {
        table.add(
            row(
                List.of(client, fraction),
                loads,
                cell -> of(cell, "client", client) && fraction(cell).equals(fraction)));
      }
    }
    return table.markdown();
  }

  /** Its default stands in no result. */
  private static String fraction(CellResult cell) {
    return cell.key().params().getOrDefault("writeFraction", "0.2");
  }

  private static TextTable table(List<String> names, List<Column> columns) {
    return new TextTable(
        "l".repeat(names.size()) + "r".repeat(columns.size()),
        Stream.concat(names.stream(), columns.stream().map(Column::heading)).toList());
  }

  private List<String> row(List<String> names, List<Column> columns, Predicate<CellResult> which) {
    return Stream.concat(
            names.stream(),
            columns.stream().map(column -> range(column.metric, which.and(column.which))))
        .toList();
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
