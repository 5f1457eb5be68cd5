package dev.sessionbench.study.diagnosis;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * One line of an export.
 *
 * @param name the metric's name as it stands there
 * @param labels its labels
 * @param value its value
 * @param atSeconds its time stamp, in seconds since 1970, if it has one
 */
public record MetricPoint(
    String name, Map<String, String> labels, double value, OptionalDouble atSeconds) {
  /** Copies the labels. */
  public MetricPoint {
    labels = Map.copyOf(labels);
  }

  String label(String key) {
    return labels.getOrDefault(key, "");
  }
}
