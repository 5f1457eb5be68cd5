package dev.sessionbench.gate.show;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.gate.judge.Figures;
import dev.sessionbench.gate.judge.Finding;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads a finding of a {@link PostedVerdict}, as {@link GateJson} writes it. What is no text where
 * one must be, no number where one must be, or no known word is refused.
 */
final class PostedFinding extends StdConverter<JsonNode, Finding> {
  @Override
  public Finding convert(JsonNode json) {
    double low = figure(json, "ratioLow");
    double high = figure(json, "ratioHigh");
    double confidence = figure(json, "ratioConfidence");
    double detectable = figure(json, "detectableChange");
    return new Finding(
        text(json, "cell"),
        text(json, "metric"),
        text(json, "label"),
        Finding.Kind.valueOf(text(json, "kind").toUpperCase(Locale.ROOT)),
        PostedVerdict.parse(text(json, "outcome")),
        new Figures(
            text(json, "unit"),
            figure(json, "base"),
            figure(json, "head"),
            whole(json, "blocks"),
            figure(json, "ratio"),
            Double.isNaN(low) || Double.isNaN(high) || Double.isNaN(confidence)
                ? Optional.empty()
                : Optional.of(new Interval(low, high, confidence)),
            Double.NaN,
            Double.isNaN(detectable) ? OptionalDouble.empty() : OptionalDouble.of(detectable)),
        json.has("note") ? text(json, "note") : "");
  }

  private static String text(JsonNode json, String name) {
    if (!json.path(name).isTextual()) {
      throw new IllegalArgumentException(name + ": must be a text");
    }
    return json.path(name).textValue();
  }

  private static int whole(JsonNode json, String name) {
    if (!json.path(name).isInt()) {
      throw new IllegalArgumentException(name + ": must be a whole number");
    }
    return json.path(name).intValue();
  }

  /** A figure; NaN where it is left out. */
  private static double figure(JsonNode json, String name) {
    JsonNode value = json.path(name);
    if (!value.isMissingNode() && !(value.isNumber() && Double.isFinite(value.doubleValue()))) {
      throw new IllegalArgumentException(name + ": must be a finite number");
    }
    return value.isMissingNode() ? Double.NaN : value.doubleValue();
  }
}
