package dev.sessionbench.docs;

import dev.sessionbench.lab.LabCell;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonOptions;
import dev.sessionbench.report.ComparisonTables;
import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.MetricTable;
import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.simulate.sweep.SimulatedCell;
import dev.sessionbench.simulate.sweep.SimulatedResults;
import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Interval;
import dev.sessionbench.stats.MedianInterval;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.stats.Verdict;
import dev.sessionbench.strategy.catalogue.Strategies;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Clients of several generations under the same loads: their times, and what a move changes. */
final class MoveTables {
  private static final List<List<String>> MOVES =
      List.of(
          List.of("1.52.0", "1.53.0"),
          List.of("1.53.0", "6.107.0"),
          List.of("6.107.0", "multiplexed-6.107.0"),
          List.of("multiplexed-6.107.0", "6.123.0"),
          List.of("6.107.0", "6.123.0"));

  private final CommittedRun run;

  MoveTables(CommittedRun run) {
    this.run = run;
  }

  /** A row for each load and client: the time beside that of virtual time, and what it takes. */
  String times() {
    TextTable table =
        new TextTable(
            "llrrrrrr",
            List.of(
                "load",
                "client",
                "ms (95 % interval)",
                "virtual",
                "machine in use",
                "wait p99 (ms)",
                "CPU (us) of an operation",
                "its allocation (kB)"));
    run.cells().stream()
        .sorted(
            Comparator.comparing((CellResult cell) -> run.loads().indexOf(cell.key().method()))
                .thenComparing(MoveTables::client, NumbersFirst.ORDER))
        .forEach(
            cell ->
                table.add(
                    List.of(
                        cell.key().method(),
                        client(cell),
                        time(cell) + MachineBound.mark(cell),
                        Numbers.oneDecimal(ResultTables.sample(ideal(cell)).median()),
                        Numbers.label(figure(cell, "utilisation")) + " %",
                        Numbers.oneDecimal(figure(cell, "acquireWaitP99")),
                        Numbers.label(figure(cell, "clientCpuPerOperation")),
                        Numbers.label(figure(cell, "clientAllocatedPerOperation") / 1_000))));
    return table.markdown() + footnote();
  }

  private String footnote() {
    return run.cells().stream().anyMatch(MachineBound::is)
        ? "\n" + MachineBound.FOOTNOTE + "\n"
        : "";
  }

  private static String client(CellResult cell) {
    return Objects.requireNonNull(cell.key().params().get("client"));
  }

  private static double figure(CellResult cell, String metric) {
    return ResultTables.secondary(cell, metric).median();
  }

  private static String time(CellResult cell) {
    Sample sample = ResultTables.sample(cell);
    return Numbers.oneDecimal(sample.median())
        + MedianInterval.of(sample, Comparison.CONFIDENCE)
            .map(i -> Numbers.oneDecimal(i.low()) + "-" + Numbers.oneDecimal(i.high()))
            .map(" (%s)"::formatted)
            .orElse("");
  }

  /** The same load where client and machine take no time, by the rule of this client. */
  private static CellResult ideal(CellResult measured) {
    Map<String, String> params = new TreeMap<>(measured.key().params());
    params.remove("client");
    params.put(LabCell.STRATEGY, rule(client(measured)).toString());
    return new SimulatedResults().result(new SimulatedCell(measured.benchmark(), params), 1);
  }

  private static Strategies rule(String client) {
    return switch (client) {
      case "1.52.0" -> Strategies.ONE_PER_EXCESS_WAITER;
      case "1.53.0", "6.107.0" -> Strategies.FIXED_STEP;
      default -> Strategies.MULTIPLEXED;
    };
  }

  /** For each move a table of what changes under which load. */
  String moves() {
    return MOVES.stream().map(this::move).collect(Collectors.joining("\n")) + footnote();
  }

  /** Whether a metric can tell anything: over one channel, which of several has most cannot. */
  private boolean tells(String metric) {
    return !metric.equals("busiestChannel")
        || run.cells().stream().anyMatch(cell -> figure(cell, "channelsUsed") > 1);
  }

  /** The mark of a time that the machine decides, on either side of a move. */
  private String mark(String load, List<String> fromTo) {
    return run.cells().stream()
        .filter(cell -> cell.key().method().equals(load) && fromTo.contains(client(cell)))
        .map(MachineBound::mark)
        .max(Comparator.naturalOrder())
        .orElse("");
  }

  private String move(List<String> fromTo) {
    List<MetricTable> tables =
        ComparisonTables.of(
                List.of(new ComparisonInput("", "", run.cells())),
                new ComparisonOptions(
                    List.of("client"),
                    List.of("benchmark"),
                    CellFilter.parse("client=" + String.join(",", fromTo)),
                    List.of(),
                    Optional.of(fromTo.get(0)),
                    /* byRow= */ false))
            .tables();
    List<String> head = new ArrayList<>(List.of("from `%s` to `%s`".formatted(fromTo.toArray())));
    head.addAll(run.loads());
    TextTable text = new TextTable("l" + "l".repeat(run.loads().size()), head);
    for (MetricTable table : tables) {
      boolean time = table.metric().equals(CellResult.SCORE);
      List<String> cells =
          run.loads().stream()
              .map(load -> change(table, load, fromTo.get(1)) + (time ? mark(load, fromTo) : ""))
              .toList();
      if (tells(table.metric()) && cells.stream().anyMatch(cell -> !cell.equals("same"))) {
        List<String> line = new ArrayList<>(List.of(name(table.metric())));
        line.addAll(cells);
        text.add(line);
      }
    }
    // The heading names code.
    return text.markdown().replace("\\`", "`");
  }

  private static String name(String metric) {
    return metric.equals(CellResult.SCORE) ? "time" : metric;
  }

  private static String change(MetricTable table, String load, String to) {
    Map<String, MetricTable.Entry> entries =
        table.rows().stream()
            .filter(row -> row.label().endsWith("." + load))
            .findFirst()
            .map(MetricTable.Row::entries)
            .orElse(Map.of());
    MetricTable.Entry base = entries.get(table.base());
    MetricTable.Entry head = entries.get(to);
    if (base == null || head == null || head.sample().n() == 0 || base.sample().n() == 0) {
      return "not told";
    }
    Comparison found = head.comparison().orElseThrow();
    if (head.exact()) {
      return found.verdict() == Verdict.EQUAL ? "same" : count(base) + " to " + count(head);
    }
    String interval = found.interval().map(MoveTables::interval).orElse("");
    return switch (found.verdict()) {
      case BETTER, WORSE ->
          "%s%s %s"
              .formatted(
                  ratio(found.ratio()), interval, found.verdict().name().toLowerCase(Locale.ROOT));
      case NOT_FOUND -> "no difference found" + interval;
      default -> "too few forks";
    };
  }

  private static String interval(Interval interval) {
    return " (%s-%s)".formatted(ratio(interval.low()), ratio(interval.high()));
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String count(MetricTable.Entry entry) {
    String least = "%,.0f".formatted(entry.all().min());
    return entry.disagrees() ? "%s-%,.0f".formatted(least, entry.all().max()) : least;
  }
}
