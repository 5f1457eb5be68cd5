package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.BadInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The parameters of one strategy with their values.
 *
 * @param values each parameter's value by its name
 */
public record Settings(Map<String, Double> values) {
  /**
   * What users chose, and the standard values of the rest.
   *
   * @param strategy the strategy's name, for complaints
   * @param parameters those that it has
   * @param chosen the values that are chosen, by name
   * @throws BadInput for a name that the strategy does not have, or a value out of range
   */
  public static Settings of(
      String strategy, List<Parameter> parameters, Map<String, String> chosen) {
    Map<String, Double> values = new LinkedHashMap<>();
    parameters.forEach(parameter -> values.put(parameter.name(), parameter.standard()));
    chosen.forEach(
        (name, text) ->
            values.put(
                name,
                parameters.stream()
                    .filter(parameter -> parameter.name().equals(name))
                    .findAny()
                    .orElseThrow(() -> unknown(strategy, name, values))
                    .read(text)));
    return new Settings(values);
  }

  private static BadInput unknown(String strategy, String name, Map<String, Double> values) {
    return values.isEmpty()
        ? new BadInput("unknown parameter '%s': %s takes none".formatted(name, strategy))
        : BadInput.unknown("parameter of " + strategy, name, values.keySet());
  }

  /** A whole number. */
  public int whole(Parameter parameter) {
    return (int) real(parameter);
  }

  /** Any number. */
  public double real(Parameter parameter) {
    return Objects.requireNonNull(values.get(parameter.name()), parameter.name());
  }

  /** A time in milliseconds, as nanoseconds. */
  public long nanos(Parameter parameter) {
    return Math.round(real(parameter) * TimeUnit.MILLISECONDS.toNanos(1));
  }
}
