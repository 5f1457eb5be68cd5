package dev.sessionbench.base.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A named setting of users: the one place for its type, range, default and meaning.
 *
 * @param name as users write it, with its unit
 * @param codec reads the value and describes its range
 * @param standard the default
 * @param meaning what it decides, as a phrase
 * @param applies whether the setting matters, given the values of the others
 * @param quiet whether results record it only if it is not the default
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
   * Checks the default against the range.
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

  /** A constant of an enum, written as its text. */
  public static <E extends Enum<E>> Parameter<E> oneOf(String name, E standard, String meaning) {
    Codec<E> codec = Codec.oneOf(standard.getDeclaringClass().getEnumConstants());
    return new Parameter<>(name, codec, standard, meaning);
  }

  /** Any text. */
  public static Parameter<String> text(String name, String standard, String meaning) {
    return new Parameter<>(name, Codec.text(), standard, meaning);
  }

  /** The seed of random draws, by default 1. */
  public static Parameter<Long> seed(String name, String meaning) {
    return new Parameter<>(name, Codec.seed(), 1L, meaning);
  }

  /** A value that may be left out. */
  public static <T> Parameter<Optional<T>> optional(String name, Codec<T> codec, String meaning) {
    return new Parameter<>(name, Codec.optional(codec), Optional.empty(), meaning);
  }

  /** A time in milliseconds, up to thirty days. */
  public static Parameter<Double> millis(
      String name, double standard, double lowest, String meaning) {
    return real(name, standard, lowest, MONTH_MILLIS, "milliseconds " + meaning);
  }

  /** The same parameter with another default. */
  public Parameter<T> standing(T other) {
    return new Parameter<>(name, codec, other, meaning, applies, quiet);
  }

  /** The same parameter, applied only if the other settings meet a condition. */
  public Parameter<T> where(Predicate<Settings> condition) {
    return new Parameter<>(name, codec, standard, meaning, condition, quiet);
  }

  /** The same parameter, written to results only if it differs from the default. */
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

  /** The allowed values, as a phrase. */
  public String range() {
    return codec.range();
  }

  /** A value as users write it. */
  public String text(T value) {
    return codec.writer().apply(value);
  }

  /** What stands for a value in a synopsis: N for a number, else the name. */
  public String label() {
    boolean number = codec.range().contains("number") && !codec.ends().isEmpty();
    return number ? "N" : name.toUpperCase(Locale.ROOT);
  }

  /** The default as users write it. */
  public String standardText() {
    return text(standard);
  }

  /** The names of some parameters, in their order. */
  public static List<String> names(List<? extends Parameter<?>> parameters) {
    return parameters.stream().<String>map(Parameter::name).toList();
  }
}
