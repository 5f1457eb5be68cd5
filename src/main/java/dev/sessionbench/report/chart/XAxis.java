package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.report.NumbersFirst;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Places a parameter along the horizontal axis: to scale if all its values are numbers, else at
 * equal distances.
 *
 * @param name the parameter
 * @param values its values, in the order of {@link NumbersFirst}
 */
public record XAxis(String name, List<String> values) {
  /** The most lines of one chart; more are unreadable. */
  static final int MOST_LINES = 5;

  /** How many values are shown if there are more. */
  private static final int FEW = 4;

  private static final int MOST_WORDS = 16;

  private static final List<Integer> TELLING_STEPS = List.of(1, 10, 25, 100);

  /** Sorts the values; a repeated value counts once. */
  public XAxis {
    values = values.stream().distinct().sorted(NumbersFirst.ORDER).toList();
  }

  /** The position of a value: its number, or its place in the order. */
  double place(String value) {
    return isNumeric() ? NumbersFirst.number(value).orElseThrow() : values.indexOf(value) + 1.0;
  }

  /** Whether the values are text and too many to be placed at equal distances. */
  public boolean isCrowded() {
    return !isNumeric() && values.size() > MOST_WORDS;
  }

  /** The axis to draw. */
  Axis axis() {
    List<Double> places = values.stream().map(this::place).toList();
    if (isNumeric() && places.get(0) > 0) {
      String unit = name.equals(PoolShape.INC_STEP) ? "sessions, " : "";
      return Axis.logarithmicAt(name + " (" + unit + "log scale)", places);
    }
    double last = places.get(places.size() - 1);
    double margin = isNumeric() ? last * 0.05 : 0.5;
    Axis.Scale scale = Axis.Scale.linear(places.get(0) - margin, last + margin);
    return new Axis(name, scale, values.stream().map(v -> new Axis.Tick(place(v), v)).toList());
  }

  /**
   * Selects a few values: all if there are at most {@value #MOST_LINES}, else four. Of steps it
   * selects those nearest in ratio to 1, 10, 25 (the client's default) and 100 (the service's
   * limit). Of other values it selects the first, the last, and some between.
   *
   * @return at most five values, in order
   */
  public List<String> few() {
    if (values.size() <= MOST_LINES) {
      return values;
    }
    boolean steps = name.equals(PoolShape.INC_STEP) && isNumeric() && place(values.get(0)) > 0;
    int last = values.size() - 1;
    IntFunction<String> nearest = i -> Collections.min(values, nearest(TELLING_STEPS.get(i)));
    IntFunction<String> spread = i -> values.get(i * last / (FEW - 1));
    return IntStream.range(0, FEW).mapToObj(steps ? nearest : spread).distinct().toList();
  }

  private Comparator<String> nearest(int wanted) {
    return Comparator.comparingDouble(value -> Math.abs(Math.log(place(value) / wanted)));
  }

  /** Whether all its values are numbers, so that distances along it mean something. */
  public boolean isNumeric() {
    return values.stream().map(NumbersFirst::number).allMatch(OptionalDouble::isPresent);
  }
}
