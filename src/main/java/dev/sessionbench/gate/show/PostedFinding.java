package dev.sessionbench.gate.show;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.gate.Figures;
import dev.sessionbench.gate.Finding;
import dev.sessionbench.stats.Interval;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding in a {@link PostedVerdict}, by the names of its JSON.
 *
 * @param finding what it says
 */
record PostedFinding(Finding finding) {
  /** No confidence is shown, and none is in the file. */
  private static final double ANY_CONFIDENCE = 0.95;

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if one is not finite, or a word is none of those that it may
   *     be
   */
  PostedFinding(
      @JsonProperty(value = "cell", required = true) String cell,
      @JsonProperty(value = "metric", required = true) String metric,
      @JsonProperty(value = "label", required = true) String label,
      @JsonProperty(value = "kind", required = true) String kind,
      @JsonProperty(value = "outcome", required = true) String outcome,
      @JsonProperty(value = "unit", required = true) String unit,
      @JsonProperty("base") @Nullable Double base,
      @JsonProperty("head") @Nullable Double head,
      @JsonProperty(value = "blocks", required = true) int blocks,
      @JsonProperty("ratio") @Nullable Double ratio,
      @JsonProperty("ratioLow") @Nullable Double low,
      @JsonProperty("ratioHigh") @Nullable Double high,
      @JsonProperty("detectableChange") @Nullable Double detectable,
      @JsonProperty("note") @Nullable String note) {
    this(
        new Finding(
            Objects.requireNonNull(cell),
            Objects.requireNonNull(metric),
            Objects.requireNonNull(label),
            Finding.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
            PostedVerdict.parse(outcome),
            new Figures(
                Objects.requireNonNull(unit),
                figure(base),
                figure(head),
                blocks,
                figure(ratio),
                low == null || high == null
                    ? Optional.empty()
                    : Optional.of(new Interval(low, high, ANY_CONFIDENCE)),
                Double.NaN,
                detectable == null ? OptionalDouble.empty() : OptionalDouble.of(detectable)),
            note == null ? "" : note));
    if (!Stream.of(base, head, ratio, low, high, detectable)
        .allMatch(figure -> figure == null || Double.isFinite(figure))) {
      throw new IllegalArgumentException("figures must be finite");
    }
  }

  private static double figure(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }
}
