package dev.sessionbench.gate;

import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * One count of one cell, in every run of both arms that it is judged by.
 *
 * @param cell the cell
 * @param metric the count's name
 * @param base the base's values; NaN where a run has none
 * @param head the head's values; NaN where a run has none
 */
record CountedValues(Cell cell, String metric, List<Double> base, List<Double> head) {
  /** Copies the lists. */
  CountedValues {
    base = List.copyOf(base);
    head = List.copyOf(head);
  }

  static CountedValues of(Cell cell, String metric, List<Run> runs) {
    return new CountedValues(
        cell, metric, values(runs, Arm.BASE, metric), values(runs, Arm.HEAD, metric));
  }

  private static List<Double> values(List<Run> runs, Arm arm, String metric) {
    return runs.stream()
        .filter(run -> run.arm() == arm)
        .map(run -> run.counts().getOrDefault(metric, Double.NaN))
        .toList();
  }

  /** The arm that lacks a value; the head where both do. Nothing where no value is missing. */
  Optional<Arm> lacking() {
    if (lacks(head)) {
      return Optional.of(Arm.HEAD);
    }
    return lacks(base) ? Optional.of(Arm.BASE) : Optional.empty();
  }

  private static boolean lacks(List<Double> values) {
    return values.isEmpty() || !values.stream().allMatch(Double::isFinite);
  }

  /** Whether the machine has a say in it, so that the pool's rule gives no value. */
  boolean hasNoRule() {
    return !cell.rule().containsKey(metric);
  }

  /** Whether every run of the base is as the pool's rule has it. */
  boolean isFactInBase() {
    Double rule = cell.rule().get(metric);
    return rule != null && base.stream().allMatch(rule::equals);
  }

  /** Whether the runs of the head agree among themselves. */
  boolean headAgrees() {
    return head.stream().distinct().count() == 1;
  }

  /** Whether there is but one value, in all runs of both arms. */
  boolean isOneValue() {
    return DoubleStream.concat(stream(base), stream(head)).distinct().count() == 1;
  }

  /** By how much the head's median is above the base's. */
  double difference() {
    return median(head) - median(base);
  }

  static double median(List<Double> values) {
    double[] sorted = stream(values).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length == 0
        ? Double.NaN
        : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  double[] baseArray() {
    return stream(base).toArray();
  }

  double[] headArray() {
    return stream(head).toArray();
  }

  private static DoubleStream stream(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue);
  }

  /** All values of an arm, in words. */
  static String words(List<Double> values) {
    double low = stream(values).min().orElse(Double.NaN);
    double high = stream(values).max().orElse(Double.NaN);
    return low == high
        ? String.format(Locale.ROOT, "%.0f", low)
        : String.format(Locale.ROOT, "%.0f to %.0f", low, high);
  }
}
