package dev.sessionbench.docs;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How much longer each step takes than the fastest, load by load and server by server. A server is
 * a profile, or one whose requests cost 0.4 ms for each session besides.
 */
final class ProfileSweep {
  private static final List<String> SHOWN = List.of("burstRead", "burstWrite", "burstReadAndWrite");

  private final Path folder;
  private final List<CellResult> cells;

  /** The results of all files of a folder. */
  ProfileSweep(Path folder) {
    this.folder = folder;
    this.cells =
        CalibrationFigures.files(folder, ".json.gz").stream()
            .flatMap(file -> CommittedRun.read(file).cells().stream())
            .toList();
  }

  String origin() {
    return "commit %.7s, %s, %,d cells in virtual time, the median of five seeds"
        .formatted(
            Objects.requireNonNull(cells.get(0).environment()).gitCommit(),
            Made.of(folder),
            cells.size());
  }

  private static String param(CellResult cell, String name, String standard) {
    return Objects.requireNonNull(cell.params()).getOrDefault(name, standard);
  }

  private static String server(CellResult cell) {
    String profile = param(cell, "profile", "original");
    return param(cell, "costModel", "").equals("linear") ? profile + ", linear" : profile;
  }

  /** The servers, in the order of the data. */
  List<String> servers() {
    return cells.stream().map(ProfileSweep::server).distinct().toList();
  }

  private List<Integer> steps() {
    return cells.stream()
        .map(c -> Integer.valueOf(param(c, "incStep", "")))
        .distinct()
        .sorted()
        .toList();
  }

  /** The median over the seeds of a load's time on a server, by step, in milliseconds. */
  Map<Integer, Double> times(String load, String server) {
    Map<Integer, List<Double>> bySeed =
        cells.stream()
            .filter(c -> c.benchmark().endsWith("." + load))
            .filter(c -> server(c).equals(server))
            .collect(
                Collectors.groupingBy(
                    c -> Integer.valueOf(param(c, "incStep", "")),
                    TreeMap::new,
                    Collectors.mapping(c -> c.primaryMetric().score(), Collectors.toList())));
    Map<Integer, Double> medians = new TreeMap<>();
    bySeed.forEach((step, scores) -> medians.put(step, new Sample(scores, List.of()).median()));
    return medians;
  }

  /** The same as multiples of the fastest. */
  Map<Integer, Double> timesTheFastest(String load, String server) {
    Map<Integer, Double> times = times(load, server);
    double fastest = times.values().stream().min(Double::compare).orElseThrow();
    times.replaceAll((step, time) -> time / fastest);
    return times;
  }

  /** The most that a step takes over the fastest on any server. */
  double worst(String load, int step) {
    return servers().stream()
        .mapToDouble(p -> Objects.requireNonNull(timesTheFastest(load, p).get(step)))
        .max()
        .orElseThrow();
  }

  /** A row for each load and server, and for each load the worst of them. */
  String markdown() {
    List<String> heading = new ArrayList<>(List.of("load", "server", "fastest (ms)"));
    steps().forEach(step -> heading.add("step " + step));
    TextTable table = new TextTable("ll" + "r".repeat(heading.size() - 2), heading);
    for (String load : SHOWN) {
      for (String server : servers()) {
        double fastest = times(load, server).values().stream().min(Double::compare).orElseThrow();
        List<String> row =
            new ArrayList<>(List.of(load, server, String.format(Locale.ROOT, "%,.0f", fastest)));
        timesTheFastest(load, server).values().forEach(times -> row.add(times(times)));
        table.add(row);
      }
      List<String> worst = new ArrayList<>(List.of(load, "the worst of these", ""));
      steps().forEach(step -> worst.add(times(worst(load, step))));
      table.add(worst);
    }
    return table.markdown();
  }

  private static String times(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
