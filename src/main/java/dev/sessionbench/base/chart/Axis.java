package dev.sessionbench.base.chart;

import dev.sessionbench.base.text.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis of a plot: what it measures, how it places values, and which values it marks.
 *
 * @param title what is measured, with its unit
 * @param scale places the values
 * @param ticks the marked values, ascending
 * @param upright whether the labels are turned to read from below and are drawn above the plot
 */
public record Axis(String title, Scale scale, List<Tick> ticks, boolean upright) {
  /** An axis with horizontal labels. */
  public Axis(String title, Scale scale, List<Tick> ticks) {
    this(title, scale, ticks, false);
  }

  /**
   * The smallest value of a logarithmic axis. Nothing smaller is measured; a limit keeps the number
   * of decades finite.
   */
  private static final double SMALLEST = 1e-9;

  private static final double LARGEST = 1e15;
  private static final double[] NICE = {1, 2, 2.5, 5, 10};

  /** A marked value and its label. */
  public record Tick(double value, String label) {
    /** Labels have no room for more digits. */
    private static final double THOUSANDS_FROM = 10_000;

    private static final double MILLIONS_FROM = 1e6;
    private static final double TENTH = 0.1;
    private static final int MOST_ZEROS = -3;

    public static Tick of(double value) {
      String label =
          value < THOUSANDS_FROM
              ? small(value)
              : value < MILLIONS_FROM
                  ? Numbers.label(value / 1e3) + "k"
                  : Numbers.label(value / 1e6) + "M";
      return new Tick(value, label);
    }

    /** Two decimals distinguish ticks down to 0.1 only, and many ticks have no room for them. */
    private static String small(double value) {
      if (value == 0 || Math.abs(value) >= TENTH) {
        return Numbers.label(value);
      }
      BigDecimal digits = new BigDecimal(Numbers.threeDigits(value));
      int exponent = digits.precision() - digits.scale() - 1;
      return exponent < MOST_ZEROS
          ? digits.scaleByPowerOfTen(-exponent).toPlainString() + "e" + exponent
          : digits.toPlainString();
    }
  }

  /**
   * An axis from 0 to the first nice number at or above a maximum.
   *
   * @param title what is measured
   * @param max the largest value to show
   * @param intervals how many intervals there are about
   */
  public static Axis fromZero(String title, double max, int intervals) {
    return fromZero(title, max, intervals, 0);
  }

  /** An axis from 0 for counts, with no ticks between whole numbers. */
  public static Axis countFromZero(String title, double max, int intervals) {
    return fromZero(title, max, intervals, 1);
  }

  private static Axis fromZero(String title, double max, int intervals, double leastStep) {
    double end = max > 0 && Double.isFinite(max) ? max : 1;
    double step = Math.max(leastStep, niceStep(end, intervals));
    int last = (int) Math.max(1, Math.ceil(end / step - 1e-9));
    return new Axis(title, Scale.linear(0, last * step), ticks(step, last));
  }

  /** An axis that ends exactly at a maximum, for time that is cut there. */
  public static Axis cutAt(String title, double max, int intervals) {
    double end = max > 0 ? max : 1;
    double step = niceStep(end, intervals);
    return new Axis(title, Scale.linear(0, end), ticks(step, (int) (end / step)));
  }

  private static List<Tick> ticks(double step, int last) {
    return IntStream.rangeClosed(0, last).mapToObj(i -> Tick.of(i * step)).toList();
  }

  /** An axis of names side by side, each in the middle of its place, starting at 0. */
  public static Axis places(String title, List<String> labels) {
    IntStream places = IntStream.range(0, labels.size());
    List<Tick> ticks = places.mapToObj(i -> new Tick(i + 0.5, labels.get(i))).toList();
    return new Axis(title, Scale.linear(0, labels.size()), ticks);
  }

  /** A logarithmic axis marked at given values, with a margin so that no point sits on the edge. */
  public static Axis logarithmicAt(String title, List<Double> values) {
    List<Tick> ticks = values.stream().sorted().distinct().map(Tick::of).toList();
    double max = ticks.get(ticks.size() - 1).value;
    return new Axis(title, Scale.logarithmic(ticks.get(0).value / 1.2, max * 1.2), ticks);
  }

  /** A logarithmic axis marked at 1, 2, 5, 10, 20, 50 and so on. */
  public static Axis logarithmic(String title, double min, double max) {
    double from = Math.max(min, SMALLEST) / 1.25;
    double to = Math.min(max, LARGEST) * 1.25;
    List<Tick> ticks = new ArrayList<>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(from))); decade <= to; decade *= 10) {
      for (double factor : new double[] {1, 2, 5}) {
        double value = decade * factor;
        if (value >= from && value <= to) {
          ticks.add(Tick.of(value));
        }
      }
    }
    return new Axis(title, Scale.logarithmic(from, to), ticks);
  }

  private static double niceStep(double max, int intervals) {
    double rough = max / intervals;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    DoubleStream steps = DoubleStream.of(NICE).map(nice -> nice * decade);
    return steps.filter(step -> step >= rough * (1 - 1e-9)).findFirst().orElse(10 * decade);
  }

  /** Maps a value to its place on an axis: 0 is the beginning, 1 the end. */
  @FunctionalInterface
  public interface Scale {
    /** The place of a value; below 0 or above 1 if the value is beyond the axis. */
    double place(double value);

    /** A scale on which equal differences have equal distances. */
    static Scale linear(double from, double to) {
      double width = to > from ? to - from : 1;
      return value -> (value - from) / width;
    }

    /** A scale on which equal ratios have equal distances, for positive values. */
    static Scale logarithmic(double from, double to) {
      Scale exponents = linear(Math.log(from), Math.log(to));
      return value -> exponents.place(Math.log(value));
    }

    /**
     * A scale for percentiles. Each further nine takes the same room, which shows long waits; the
     * maximum is at the end.
     *
     * @param last the last percentile before the maximum, for example 99.9
     */
    static Scale percentiles(double last) {
      // The maximum would be infinitely far out, so it is drawn half a nine after the last.
      Scale nines = linear(0, nines(last) + 0.5);
      return percentile -> Math.min(1, nines.place(nines(percentile)));
    }

    private static double nines(double percentile) {
      return percentile >= 100 ? Double.MAX_VALUE : -Math.log10(1 - percentile / 100);
    }
  }
}
