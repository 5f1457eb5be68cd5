package dev.sessionbench.base.model;

import java.util.List;
import java.util.function.Predicate;

/**
 * A value that users may choose by a name: the one place for its type, range, default and meaning.
 *
 * @param name as users write it, with its unit
 * @param codec reads the value, and says what it may be
 * @param standard what it is if they do not choose
 * @param meaning what it decides, as a phrase
 * @param applies whether it matters beside the values of the others
 * @param quiet whether results say it only where it is not the default
 * @param <T> the type of the value
 */
public record Parameter<T>(
    String name,
    Codec<T> codec,
    T standard,
    String meaning,
    Predicate<Settings> applies,
    boolean quiet) {
  private static final double MONTH_MILLIS = 30.0 * 86_400_000;

  /**
   * Checks the standard value against the range.
   *
   * @throws BadInput if it is outside
   */
  public Parameter {
    var unused = read(name, codec, codec.writer().apply(standard));
  }

  /** A parameter that always applies. */
  public Parameter(String name, Codec<T> codec, T standard, String meaning) {
    this(name, codec, standard, meaning, settings -> true, false);
  }

  /** A whole number. */
  public static Parameter<Integer> whole(
      String name, int standard, int lowest, int highest, String meaning) {
    return new Parameter<>(name, Codec.whole(lowest, highest), standard, meaning);
  }

  /** Any number. */
  public static Parameter<Double> real(
      String name, double standard, double lowest, double highest, String meaning) {
    return new Parameter<>(name, Codec.real(lowest, highest), standard, meaning);
  }

  /** A time in milliseconds, up to thirty days. */
  public static Parameter<Double> millis(
      String name, double standard, double lowest, String meaning) {
    return real(name, standard, lowest, MONTH_MILLIS, "milliseconds " + meaning);
  }

  /** The same with another standard value. */
  public Parameter<T> standing(T other) {
    return new Parameter<>(name, codec, other, meaning, applies, quiet);
  }

  /** The same, but it matters only beside some values of the others. */
  public Parameter<T> where(Predicate<Settings> condition) {
    return new Parameter<>(name, codec, standard, meaning, condition, quiet);
  }

  /** The same, but results say it only where it is not the default. */
  public Parameter<T> unlessDefault() {
    return new Parameter<>(name, codec, standard, meaning, applies, true);
  }

  /**
   * Reads a value.
   *
   * @param text as the user wrote it
   * @throws BadInput naming the parameter, the value and what would be right
   */
  public T read(String text) {
    return read(name, codec, text);
  }

  private static <T> T read(String name, Codec<T> codec, String text) {
    return codec
        .reader()
        .apply(text)
        .orElseThrow(() -> new BadInput("%s=%s: must be %s".formatted(name, text, codec.range())));
  }

  /** What it may be, in words. */
  public String range() {
    return codec.range();
  }

  /** A value as users write it. */
  public String text(T value) {
    return codec.writer().apply(value);
  }

  /** The standard value as users write it. */
  public String standardText() {
    return text(standard);
  }

  /** The names of some parameters, in their order. */
  public static List<String> names(List<? extends Parameter<?>> parameters) {
    return parameters.stream().<String>map(Parameter::name).toList();
  }
}
