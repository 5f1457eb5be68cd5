package dev.sessionbench.docs;

import dev.sessionbench.stats.Sample;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The words that stand behind a figure in running text, as in {@code 720<!--time burstRead 25-->},
 * and what the committed run says of them.
 */
final class FigureWords {
  private final CommittedRun run;

  /**
   * The words of one run.
   *
   * @param run the run that they speak of
   */
  FigureWords(CommittedRun run) {
    this.run = run;
  }

  /**
   * What the run says.
   *
   * @param words {@code time LOAD STEP}: the median in ms. {@code longer LOAD STEP BASE}: by how
   *     many percent the median is longer than at the base. {@code most METRIC LOAD STEP}: the
   *     largest fork of a metric. {@code spread LOAD}: the largest (max - min) / median of the
   *     forks of a cell, in percent. {@code range LOAD FROM}: by how many percent the longest
   *     median from a step on exceeds the shortest. {@code default PARAMETER LOAD}: what the code
   *     has. {@code deviation least|most client|clientCpu LOAD...}: the standard deviation of the
   *     forks of a cell, in percent of their mean, of the cell of these loads that has the least or
   *     the most of it, in the client's CPU time or in that as a multiple of the mock server's
   * @return the figure
   * @throws IllegalArgumentException if the words are none of these, or the run does not say it
   */
  double value(String words) {
    double value = lookUp(words, List.of(words.strip().split(" +")));
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("the run does not say " + words);
    }
    return value;
  }

  private double lookUp(String words, List<String> word) {
    return switch (word.get(0)) {
      case "time" -> time(word.get(1), word.get(2));
      case "longer" -> 100 * (time(word.get(1), word.get(2)) / time(word.get(1), word.get(3)) - 1);
      case "most" -> run.metric(word.get(1), word.get(2), Integer.parseInt(word.get(3))).max();
      case "spread" -> spread(word.get(1));
      case "range" -> range(word.get(1), Integer.parseInt(word.get(2)));
      case "default" -> defaultOf(word.get(1), word.get(2));
      case "deviation" -> deviation(word.get(1), word.get(2), word.subList(3, word.size()));
      default -> throw new IllegalArgumentException("no figure is called " + words);
    };
  }

  private static double defaultOf(String parameter, String load) {
    List<String> values =
        JmhBenchmarks.parameters(List.of("\\." + load + "$")).getOrDefault(parameter, List.of());
    if (values.size() != 1) {
      throw new IllegalArgumentException(load + " has no one default of " + parameter);
    }
    return Double.parseDouble(values.get(0));
  }

  private double time(String load, String step) {
    return run.time(load, Integer.parseInt(step)).median();
  }

  private double spread(String load) {
    return run.steps().stream()
        .map(step -> run.time(load, step))
        .mapToDouble(FigureWords::spreadPercent)
        .max()
        .orElseThrow();
  }

  private double range(String load, int from) {
    double[] medians =
        run.steps().stream()
            .filter(step -> step >= from)
            .mapToDouble(step -> run.time(load, step).median())
            .toArray();
    double shortest = DoubleStream.of(medians).min().orElseThrow();
    return 100 * (DoubleStream.of(medians).max().orElseThrow() / shortest - 1);
  }

  private double deviation(String which, String what, List<String> loads) {
    DoubleStream deviations =
        loads.stream()
            .flatMap(load -> run.steps().stream().map(step -> client(what, load, step)))
            .mapToDouble(FigureWords::deviationPercent);
    return switch (which) {
      case "least" -> deviations.min().orElseThrow();
      case "most" -> deviations.max().orElseThrow();
      default -> throw new IllegalArgumentException("neither the least nor the most: " + which);
    };
  }

  /** What the client's part of the process took in each fork of a cell. */
  private Sample client(String what, String load, int step) {
    List<Double> all = run.metric("cpuTime", load, step).values();
    List<Double> mock = run.metric("cpuTimeMock", load, step).values();
    return Sample.of(
        IntStream.range(0, all.size())
            .mapToDouble(
                fork -> {
                  double client = all.get(fork) - mock.get(fork);
                  return switch (what) {
                    case "client" -> client;
                    case "clientCpu" -> client / mock.get(fork);
                    default -> throw new IllegalArgumentException("not of the client: " + what);
                  };
                })
            .toArray());
  }

  private static double deviationPercent(Sample sample) {
    double mean = sample.values().stream().mapToDouble(value -> value).average().orElseThrow();
    return 100 * sample.deviation() / mean;
  }

  /** By how much values differ: (max - min) / median, in percent. */
  static double spreadPercent(Sample sample) {
    return 100 * (sample.max() - sample.min()) / sample.median();
  }
}
