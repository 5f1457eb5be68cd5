package dev.sessionbench.gate.judge;

import static java.lang.Double.NaN;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.stats.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The result for one metric in one cell.
 *
 * @param cell the cell's name
 * @param metric the metric's name in results
 * @param label the metric's name for people
 * @param kind how it was judged
 * @param outcome the result
 * @param unit the metric's unit
 * @param base the baseline's median; NaN without any
 * @param head the candidate's median; NaN without any
 * @param blocks the number of pairs behind it
 * @param ratio the estimated ratio of candidate to baseline; NaN for counts and without any
 * @param ratioLow the lower end of the ratio's confidence interval; NaN for counts and with too few
 *     blocks
 * @param ratioHigh its upper end; NaN likewise
 * @param ratioConfidence its confidence; NaN likewise
 * @param pValue the p-value of a change beyond the margin in the found direction, after Holm's
 *     correction; NaN without a test
 * @param detectableChange the minimum detectable effect, a relative change; NaN for counts and with
 *     too few blocks
 * @param note one sentence that a reader needs; may be empty
 */
@RecordBuilder
public record Finding(
    @JsonProperty(value = "cell", required = true) String cell,
    @JsonProperty(value = "metric", required = true) String metric,
    @JsonProperty(value = "label", required = true) String label,
    @JsonProperty(value = "kind", required = true) Kind kind,
    @JsonProperty(value = "outcome", required = true) Outcome outcome,
    @JsonProperty(value = "unit", required = true) String unit,
    @JsonProperty("base") @Known double base,
    @JsonProperty("head") @Known double head,
    @JsonProperty(value = "blocks", required = true) int blocks,
    @JsonProperty("ratio") @Known double ratio,
    @JsonProperty("ratioLow") @Known double ratioLow,
    @JsonProperty("ratioHigh") @Known double ratioHigh,
    @JsonProperty("ratioConfidence") @Known double ratioConfidence,
    @JsonProperty("adjustedPValue") @Known double pValue,
    @JsonProperty("detectableChange") @Known double detectableChange,
    @JsonProperty("note")
        @JsonDeserialize(using = NoteReader.class)
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        String note)
    implements FindingBuilder.With {
  /**
   * Checks the texts and the interval, because anyone may have written a verdict that is read.
   *
   * @throws IllegalArgumentException if the interval's ends are not in order
   */
  public Finding {
    List.of(
        cell, metric, label, kind, outcome, unit, interval(ratioLow, ratioHigh, ratioConfidence));
  }

  private static Optional<Interval> interval(double low, double high, double confidence) {
    return DoubleStream.of(low, high, confidence).allMatch(Double::isFinite)
        ? Optional.of(new Interval(low, high, confidence))
        : Optional.empty();
  }

  /** The ratio's confidence interval; empty for counts and with too few blocks. */
  public Optional<Interval> interval() {
    return interval(ratioLow, ratioHigh, ratioConfidence);
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
    /** A count: any change matters. */
    EXACT,
    /** A quantity with noise. */
    MEASURED,
    /** Shown, without deciding. */
    SHOWN;

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A finding without statistics. */
  Finding(String cell, String metric, String label, Kind kind, Outcome outcome, String note) {
    this(cell, metric, label, kind, outcome, "", NaN, NaN, 0, NaN, NaN, NaN, NaN, NaN, NaN, note);
  }

  /** Whether it takes part in the gate's outcome. */
  public boolean decides() {
    return kind != Kind.SHOWN;
  }

  /** A cell in which a fork failed or nothing was measured. */
  public static Finding broken(String cell, Outcome outcome, String note) {
    return new Finding(cell, "", "runs", Kind.EXACT, outcome, note);
  }

  /** A cell that did not fit the plan's budget. */
  static Finding untimed(String cell) {
    String note = "not timed, the budget is too short for all cells";
    return new Finding(cell, "", "times", Kind.EXACT, Outcome.INCONCLUSIVE, note);
  }

  /** A count of a cell or a group of cells. */
  public static Finding count(String cell, String metric, Kind kind, Outcome outcome, String note) {
    String unit = RunMetric.find(metric).map(RunMetric::unit).orElse("#");
    return new Finding(cell, metric, metric, kind, outcome, note).withUnit(unit);
  }

  /** The outcome of a metric in a cell, or of the whole gate; the gravest comes first. */
  public enum Outcome {
    /** A fork failed, so there is nothing to compare. This alone fails the gate. */
    FAILED,
    /** Something that the policy asks for was not measured. */
    MISSING,
    /** The candidate is worse by more than the margin, and fresh forks confirm it. */
    REGRESSED,
    /** A count is higher or lower, and fresh runs confirm it. */
    CHANGED,
    /** The data shows neither a difference nor its absence. */
    INCONCLUSIVE,
    /** The candidate is better, by more than the margin. */
    IMPROVED,
    /** Any difference is smaller than the equivalence margin. */
    SAME;

    /** Whether it fails the gate. */
    public boolean fails() {
      return this == FAILED || this == MISSING || this == REGRESSED || this == CHANGED;
    }

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final class NoteReader extends StringDeserializer {
    private static final long serialVersionUID = 1;

    @Override
    public String getNullValue(DeserializationContext context) throws JsonMappingException {
      return context.reportInputMismatch(this, "must be a text");
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return "";
    }
  }

  /** A number that is omitted from JSON where it is not known, and is then NaN. */
  @Retention(RetentionPolicy.RUNTIME)
  @JacksonAnnotationsInside
  @JsonDeserialize(using = KnownReader.class)
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = NotKnown.class)
  private @interface Known {}

  /** Equals every number that is not finite, so that JSON omits it. */
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
