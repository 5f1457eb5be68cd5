package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.text.Numbers;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What is known of a stretch of time. A quantity that could not be found out is absent, not 0.
 *
 * @param values the value of each quantity that is known: times in milliseconds, shares as
 *     fractions
 */
public record Figures(Map<Quantity, Double> values) {
  private static final double PERCENT = 100;

  /** Copies the values, without those that are not finite. */
  public Figures {
    Map<Quantity, Double> finite = new EnumMap<>(Quantity.class);
    values.forEach(
        (quantity, value) -> {
          if (Double.isFinite(value)) {
            finite.put(quantity, value);
          }
        });
    values = Map.copyOf(finite);
  }

  /** The value of a quantity, if it is known. */
  public OptionalDouble find(Quantity quantity) {
    Double value = values.get(quantity);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Whether all of some quantities are known. */
  public boolean knows(Quantity... quantities) {
    for (Quantity quantity : quantities) {
      if (!values.containsKey(quantity)) {
        return false;
      }
    }
    return true;
  }

  /** The value of a quantity, NaN where it is not known: every comparison with it is false. */
  double at(Quantity quantity) {
    return values.getOrDefault(quantity, Double.NaN);
  }

  /** A quantity with its value for a reader, as in {@code sessions in use 99.6}. */
  public String say(Quantity quantity) {
    return quantity.words() + " " + value(quantity);
  }

  /** The value of a quantity for a reader, with its unit. */
  public String value(Quantity quantity) {
    double value = at(quantity);
    return switch (quantity.unit()) {
      case "%" -> Numbers.label(PERCENT * value) + " %";
      case "" -> Numbers.label(value);
      default -> Numbers.label(value) + " " + quantity.unit();
    };
  }
}
