package dev.sessionbench.docs;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How much longer each step takes than the fastest, load by load and profile by profile. */
final class ProfileSweep {
  private static final List<String> LOADS =
      List.of("burstRead", "burstWrite", "burstReadAndWrite", "steadyIncrease");

  private final List<CellResult> cells;

  ProfileSweep(List<CellResult> cells) {
    this.cells = cells;
  }

  private static String param(CellResult cell, String name, String standard) {
    return Objects.requireNonNull(cell.params()).getOrDefault(name, standard);
  }

  /** The profiles, in the order of the data. */
  List<String> profiles() {
    return cells.stream().map(c -> param(c, "profile", "original")).distinct().toList();
  }

  private List<Integer> steps() {
    return cells.stream()
        .map(c -> Integer.valueOf(param(c, "incStep", "")))
        .distinct()
        .sorted()
        .toList();
  }

  /** The median over the seeds of a load's time under a profile, by step, in milliseconds. */
  Map<Integer, Double> times(String load, String profile) {
    Map<Integer, List<Double>> bySeed =
        cells.stream()
            .filter(c -> c.benchmark().endsWith("." + load))
            .filter(c -> param(c, "profile", "original").equals(profile))
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
  Map<Integer, Double> timesTheFastest(String load, String profile) {
    Map<Integer, Double> times = times(load, profile);
    double fastest = times.values().stream().min(Double::compare).orElseThrow();
    times.replaceAll((step, time) -> time / fastest);
    return times;
  }

  /** The most that a step takes over the fastest under any profile. */
  double worst(String load, int step) {
    return profiles().stream()
        .mapToDouble(p -> Objects.requireNonNull(timesTheFastest(load, p).get(step)))
        .max()
        .orElseThrow();
  }

  /** A row for each load and profile, and for each load the worst of them. */
  String markdown() {
    List<String> heading = new ArrayList<>(List.of("load", "profile", "fastest (ms)"));
    steps().forEach(step -> heading.add("step " + step));
    TextTable table = new TextTable("ll" + "r".repeat(heading.size() - 2), heading);
    for (String load : LOADS) {
      for (String profile : profiles()) {
        double fastest = times(load, profile).values().stream().min(Double::compare).orElseThrow();
        List<String> row =
            new ArrayList<>(List.of(load, profile, String.format(Locale.ROOT, "%,.0f", fastest)));
        timesTheFastest(load, profile).values().forEach(times -> row.add(times(times)));
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
