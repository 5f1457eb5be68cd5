package dev.sessionbench.base.model;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads and writes the values of one type as text.
 *
 * @param range the allowed values, as a phrase that follows "must be"
 * @param ends the lowest and the highest value, or all values; empty for a text
 * @param reader parses a text; empty if the value is out of range
 * @param writer the text of a value
 * @param <T> the type of the value
 */
public record Codec<T>(
    String range, List<T> ends, Function<String, Optional<T>> reader, Function<T, String> writer) {
  private static final double EXACT = 1e15;

  /** Whole numbers. */
  public static Codec<Integer> whole(int lowest, int highest) {
    return numbers("a whole number", BigDecimal::intValueExact, lowest, highest);
  }

  /** Any whole numbers of 64 bits, as seeds are. */
  public static Codec<Long> seed() {
    return numbers("a whole number", BigDecimal::longValueExact, Long.MIN_VALUE, Long.MAX_VALUE)
        .saying("a whole number");
  }

  /** Any numbers. */
  public static Codec<Double> real(double lowest, double highest) {
    return numbers("a number", BigDecimal::doubleValue, lowest, highest);
  }

  /** One of some values, each written as its own text, in upper or lower case. */
  public static <E> Codec<E> oneOf(E[] values) {
    return new Codec<>(
        Arrays.stream(values)
            .map(Object::toString)
            .collect(Collectors.joining(", ", "one of ", "")),
        List.of(values),
        text -> Arrays.stream(values).filter(v -> v.toString().equalsIgnoreCase(text)).findFirst(),
        Object::toString);
  }

  /** True or false. */
  public static Codec<Boolean> flag() {
    return oneOf(new Boolean[] {true, false}).saying("true or false");
  }

  /** Any text. */
  public static Codec<String> text() {
    return new Codec<>("a text", List.of(), Optional::of, Function.identity());
  }

  /** A value that may be left out; the empty text stands for none. */
  // The reader's own optional says whether the text is right, the value's whether there is one.
  @SuppressWarnings("OptionalMapToOptional")
  public static <T> Codec<Optional<T>> optional(Codec<T> codec) {
    return new Codec<>(
        codec.range,
        codec.ends.stream().map(Optional::of).toList(),
        text ->
            text.isEmpty()
                ? Optional.of(Optional.empty())
                : codec.reader.apply(text).map(Optional::of),
        value -> value.map(codec.writer).orElse(""));
  }

  /** Values of one kind, with commas between them. */
  public static <T> Codec<List<T>> list(Codec<T> codec) {
    return new Codec<>(
        "a list, each " + codec.range,
        List.of(),
        text -> {
          List<Optional<T>> values = Arrays.stream(text.split(",", -1)).map(codec.reader).toList();
          return values.stream().anyMatch(Optional::isEmpty)
              ? Optional.empty()
              : Optional.of(values.stream().flatMap(Optional::stream).toList());
        },
        values -> values.stream().map(codec.writer).collect(Collectors.joining(",")));
  }

  /** The same codec with another description of the range. */
  public Codec<T> saying(String words) {
    return new Codec<>(words, ends, reader, writer);
  }

  private static <N extends Number & Comparable<N>> Codec<N> numbers(
      String kind, Function<BigDecimal, N> narrow, N lowest, N highest) {
    String range =
        highest.equals(Integer.MAX_VALUE)
            ? "%s, at least %s".formatted(kind, words(lowest))
            : "%s from %s to %s".formatted(kind, words(lowest), words(highest));
    return new Codec<>(
        range,
        List.of(lowest, highest),
        text -> {
          try {
            N number = narrow.apply(new BigDecimal(text));
            return Optional.of(number)
                .filter(n -> n.compareTo(lowest) >= 0 && n.compareTo(highest) <= 0);
          } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty();
          }
        },
        Codec::words);
  }

  private static String words(Number number) {
    double value = number.doubleValue();
    return value == Math.rint(value) && Math.abs(value) < EXACT
        ? Long.toString(number.longValue())
        : number.toString();
  }
}
