package dev.sessionbench.base.model;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
  private static final Pattern INTERVAL =
      Pattern.compile("(?:([\\[(])([^,]+), ?([^\\])]*)([\\])]))? ?(ms|s)?");

  /** Computing with 1e-999999999 would take all memory. */
  private static final int MAX_SCALE = 400;

  /** Whole numbers. */
  public static Codec<Integer> whole(int lowest, int highest) {
    String most = highest == Integer.MAX_VALUE ? ")" : highest + "]";
    return within("[%d, %s".formatted(lowest, most), true, BigDecimal::intValueExact)
        .between(lowest, highest);
  }

  /** Any whole numbers of 64 bits, as seeds are. */
  public static Codec<Long> seed() {
    return within("", true, BigDecimal::longValueExact).between(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Any decimal numbers. */
  public static Codec<BigDecimal> decimal() {
    return within("", false, Function.identity());
  }

  /** Numbers with a fraction. */
  public static Codec<Double> real(double lowest, double highest) {
    return within("[%s, %s]".formatted(lowest, highest), false, BigDecimal::doubleValue)
        .between(lowest, highest);
  }

  /**
   * Numbers and times within an interval.
   *
   * @param type int, long, double or Duration; of a time in nanoseconds long or double
   * @param interval as {@link Key#range()} has it
   */
  public static Codec<Object> number(Class<?> type, String interval) {
    if (type == double.class || type == Double.class) {
      return within(interval, false, BigDecimal::doubleValue);
    }
    if (type == int.class || type == Integer.class) {
      return within(interval, true, BigDecimal::intValueExact);
    }
    return type == Duration.class
        ? within(interval, true, number -> Duration.ofNanos(number.longValueExact()))
        : within(interval, true, BigDecimal::longValueExact);
  }

  /** One of some values, each written as its own text, in upper or lower case. */
  public static <E> Codec<E> oneOf(E[] values) {
    return new Codec<>(
        Arrays.stream(values).map(Object::toString).collect(joining(", ", "one of ", "")),
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
        values -> values.stream().map(codec.writer).collect(joining(",")));
  }

  /** The same codec with another description of the range. */
  public Codec<T> saying(String text) {
    return new Codec<>(text, ends, reader, writer);
  }

  private Codec<T> between(T lowest, T highest) {
    return new Codec<>(range, List.of(lowest, highest), reader, writer);
  }

  private static <N> Codec<N> within(String range, boolean whole, Function<BigDecimal, N> narrow) {
    Matcher interval = INTERVAL.matcher(range);
    Invalid.when(!interval.matches(), "not an interval: %s", range);
    Optional<BigDecimal> least = end(interval.group(2));
    Optional<BigDecimal> most = end(interval.group(3));
    boolean above = "(".equals(interval.group(1));
    boolean below = ")".equals(interval.group(4));
    String unit = interval.group(5) == null ? "" : " " + interval.group(5);
    int digits = unit.isEmpty() ? 0 : unit.equals(" s") ? 9 : 6;
    String upTo = below ? " and below " : above ? " and at most " : " to ";
    return new Codec<>(
        (whole && unit.isEmpty() ? "a whole number" : "a number")
            + least.map(end -> (above ? " above " : " from ") + plain(end)).orElse("")
            + most.map(end -> upTo + plain(end)).orElse("")
            + unit,
        List.of(),
        text -> {
          try {
            BigDecimal number = new BigDecimal(text);
            if (Math.abs((long) number.scale()) > MAX_SCALE) {
              return Optional.empty();
            }
            BigDecimal scaled = number.movePointRight(digits);
            boolean rounded = whole && digits > 0;
            N value = narrow.apply(rounded ? scaled.setScale(0, RoundingMode.HALF_UP) : scaled);
            // The ends hold for the value itself: a double may be 0 where its text is not.
            BigDecimal held = new BigDecimal(written(value, digits));
            if (least.filter(end -> held.compareTo(end) < (above ? 1 : 0)).isEmpty()
                && most.filter(end -> held.compareTo(end) > (below ? -1 : 0)).isEmpty()) {
              return Optional.of(value);
            }
          } catch (ArithmeticException | NumberFormatException e) {
            // It is no number of this kind.
          }
          return Optional.empty();
        },
        value -> written(value, digits));
  }

  private static Optional<BigDecimal> end(@Nullable String text) {
    return Optional.ofNullable(text).filter(end -> !end.isEmpty()).map(BigDecimal::new);
  }

  private static String written(Object value, int digits) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return value.toString();
    }
    BigDecimal number =
        value instanceof Duration time
            ? BigDecimal.valueOf(time.getSeconds(), -9).add(BigDecimal.valueOf(time.getNano()))
            : new BigDecimal(value.toString());
    return plain(number.movePointLeft(digits));
  }

  /** A number without exponent and trailing zeros. */
  public static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
