package dev.sessionbench.gate.judge;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.sessionbench.base.stats.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What was found of one metric in one cell.
 *
 * @param cell the cell's name
 * @param metric the metric's name in results
 * @param label what people call it
 * @param kind how it was judged
 * @param outcome what is said of it
 * @param unit the metric's unit
 * @param base the baseline's median; NaN without any
 * @param head the candidate's median; NaN without any
 * @param blocks the pairs behind it
 * @param ratio the estimated ratio of candidate to baseline; NaN for counts and without any
 * @param ratioLow the lower end of the ratio's interval; NaN for counts and where the blocks are
 *     too few
 * @param ratioHigh its upper end; NaN likewise
 * @param ratioConfidence its confidence; NaN likewise
 * @param pValue the p-value of a change beyond the margin, to the side it was found on, after
 *     Holm's correction; NaN where there is no test
 * @param detectableChange the minimum detectable effect, a relative change; NaN for counts, and
 *     where the blocks are too few for any
 * @param note one sentence that a reader needs; empty where none
 */
@RecordBuilder
public record Finding(
    @JsonProperty(value = "cell", required = true) @Text String cell,
    @JsonProperty(value = "metric", required = true) @Text String metric,
    @JsonProperty(value = "label", required = true) @Text String label,
    @JsonProperty(value = "kind", required = true) Kind kind,
    @JsonProperty(value = "outcome", required = true) Outcome outcome,
    @JsonProperty(value = "unit", required = true) @Text String unit,
    @JsonProperty("base") @Known double base,
    @JsonProperty("head") @Known double head,
    @JsonProperty(value = "blocks", required = true) int blocks,
    @JsonProperty("ratio") @Known double ratio,
    @JsonProperty("ratioLow") @Known double ratioLow,
    @JsonProperty("ratioHigh") @Known double ratioHigh,
    @JsonProperty("ratioConfidence") @Known double ratioConfidence,
    @JsonProperty("adjustedPValue") @Known double pValue,
    @JsonProperty("detectableChange") @Known double detectableChange,
    @JsonProperty("note") @Text @JsonInclude(JsonInclude.Include.NON_EMPTY) String note)
    implements FindingBuilder.With {
  /**
   * Checks that no text is missing and that the interval is one; a verdict may be anybody's.
   *
   * @throws IllegalArgumentException if the ends are not in order
   */
  public Finding {
    note = note == null ? "" : note;
    List.of(
        cell, metric, label, kind, outcome, unit, interval(ratioLow, ratioHigh, ratioConfidence));
  }

  private static Optional<Interval> interval(double low, double high, double confidence) {
    return DoubleStream.of(low, high, confidence).allMatch(Double::isFinite)
        ? Optional.of(new Interval(low, high, confidence))
        : Optional.empty();
  }

  /** The ratio's interval; nothing for counts and where the blocks are too few. */
  public Optional<Interval> interval() {
    return interval(ratioLow, ratioHigh, ratioConfidence);
  }

  /** The minimum detectable effect; nothing for counts, and where the blocks are too few. */
  public OptionalDouble detectable() {
    return Double.isNaN(detectableChange)
        ? OptionalDouble.empty()
        : OptionalDouble.of(detectableChange);
  }

  /** The same with an interval. */
  public Finding withInterval(Interval interval) {
    return with(
        f ->
            f.ratioLow(interval.low())
                .ratioHigh(interval.high())
                .ratioConfidence(interval.confidence()));
  }

  /** How a metric is judged. */
  public enum Kind {
    /** A count: any increase is one. */
    EXACT,
    /** A quantity with noise. */
    MEASURED,
    /** Shown only. */
    SHOWN;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is found without statistics. */
  private Finding(
      String cell, String metric, String label, Kind kind, Outcome outcome, String note) {
    this(
        cell,
        metric,
        label,
        kind,
        outcome,
        "",
        Double.NaN,
        Double.NaN,
        0,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        note);
  }

  /** Whether it decides. */
  public boolean decides() {
    return kind != Kind.SHOWN;
  }

  /** A cell of which a fork failed, or nothing was measured. */
  public static Finding broken(String cell, Outcome outcome, String note) {
    return new Finding(cell, "", "runs", Kind.EXACT, outcome, note);
  }

  /** What is said of all counts of a cell. */
  static Finding counts(String cell, Kind kind, Outcome outcome, String note) {
    return new Finding(cell, "", "counts", kind, outcome, note);
  }

  /** A metric that a side's client has no value of, so that nothing can be said of it. */
  static Finding unreported(String cell, String metric, String label, String note) {
    return new Finding(cell, metric, label, Kind.SHOWN, Outcome.SAME, note);
  }

  /** A cell that the plan left no time for. */
  static Finding untimed(String cell) {
    String note = "not timed, the budget is too short for all cells";
    return new Finding(cell, "", "times", Kind.EXACT, Outcome.INCONCLUSIVE, note);
  }

  /** A count of a cell, or of a group of cells, with the medians of so many pairs. */
  public static Finding count(
      String cell,
      String metric,
      Kind kind,
      Outcome outcome,
      double base,
      double head,
      int pairs,
      String note) {
    return new Finding(cell, metric, metric, kind, outcome, note)
        .with(f -> f.unit("#").base(base).head(head).blocks(pairs));
  }

  /** What the gate says of one metric of one cell, and of the whole; the gravest first. */
  public enum Outcome {
    /** A fork failed: there is nothing to compare, and that alone fails the gate. */
    FAILED,
    /** What the policy asks for was not measured. */
    MISSING,
    /** The candidate is worse, by more than the margin, and fresh forks agree. */
    REGRESSED,
    /** A count is another, more or fewer, and fresh runs agree. */
    CHANGED,
    /** Neither a difference nor its absence could be shown. */
    INCONCLUSIVE,
    /** The candidate is better, by more than the margin. */
    IMPROVED,
    /** Any difference is smaller than the equivalence margin. */
    SAME;

    /** Whether it keeps a change out. */
    public boolean fails() {
      return this == FAILED || this == MISSING || this == REGRESSED || this == CHANGED;
    }

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A text, and no number that could be told as one. */
  @Retention(RetentionPolicy.RUNTIME)
  @JacksonAnnotationsInside
  @JsonDeserialize(using = TextReader.class)
  private @interface Text {}

  private static final class TextReader extends JsonDeserializer<String> {
    @Override
    public String deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return json.hasToken(JsonToken.VALUE_STRING)
          ? json.getText()
          : context.reportInputMismatch(this, "must be a text");
    }
  }

  /** A number that is left out where it is not known, and NaN then. */
  @Retention(RetentionPolicy.RUNTIME)
  @JacksonAnnotationsInside
  @JsonDeserialize(using = KnownReader.class)
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = NotKnown.class)
  private @interface Known {}

  /** Is equal to what no finite number is known of. */
  private static final class NotKnown {
    @Override
    public boolean equals(Object value) {
      return value instanceof Double number && !Double.isFinite(number);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  private static final class KnownReader extends JsonDeserializer<Double> {
    @Override
    public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return json.currentToken().isNumeric() && Double.isFinite(json.getDoubleValue())
          ? json.getDoubleValue()
          : getNullValue(context);
    }

    @Override
    public Double getNullValue(DeserializationContext context) throws JsonMappingException {
      return context.reportInputMismatch(this, "must be a finite number");
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return Double.NaN;
    }
  }
}
