package dev.sessionbench.base.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A value for each parameter of a schema. Immutable. */
public final class Settings {
  private final Schema schema;
  private final Map<String, Object> values = new LinkedHashMap<>();

  private Settings(Schema schema) {
    this.schema = schema;
    schema.all().forEach(parameter -> values.put(parameter.name(), parameter.standard()));
  }

  /**
   * Reads the values that users chose, and takes the defaults for the others.
   *
   * @param schema the parameters
   * @param given the chosen values, by name
   * @throws BadInput for a name that the schema does not have, or a value out of range
   */
  public static Settings read(Schema schema, Map<String, String> given) {
    Settings settings = new Settings(schema);
    given.forEach((name, text) -> settings.values.put(name, schema.require(name).read(text)));
    return settings;
  }

  /** The value of a parameter that the schema has. */
  @SuppressWarnings("unchecked") // Only the parameter of this name has read it.
  public <T> T get(Parameter<T> parameter) {
    return (T) Objects.requireNonNull(values.get(parameter.name()), parameter.name());
  }

  /** A time in milliseconds, as nanoseconds. */
  public long nanos(Parameter<? extends Number> parameter) {
    return Math.round(get(parameter).doubleValue() * TimeUnit.MILLISECONDS.toNanos(1));
  }

  /**
   * The values that results record for a cell: each that applies, by name and as users write it.
   */
  public Map<String, String> recorded() {
    Map<String, String> recorded = new TreeMap<>();
    for (Parameter<?> parameter : schema.all()) {
      if (parameter.applies().test(this) && !(parameter.quiet() && isDefault(parameter))) {
        recorded.put(parameter.name(), text(parameter));
      }
    }
    return recorded;
  }

  /** Whether a parameter has its default value. */
  public boolean isDefault(Parameter<?> parameter) {
    return parameter.standard().equals(values.get(parameter.name()));
  }

  /** Whether the schema has a parameter of this name. */
  public boolean has(Parameter<?> parameter) {
    return values.containsKey(parameter.name());
  }

  /** The value of a parameter as users write it. */
  public <T> String text(Parameter<T> parameter) {
    return parameter.text(get(parameter));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings && values.equals(settings.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return recorded().toString();
  }
}
