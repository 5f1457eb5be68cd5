package dev.sessionbench.report.chart;

/** Places a value between 0, the beginning of an axis, and 1, its end. */
@FunctionalInterface
interface Scale {
  /** The place of a value; beyond 0 to 1 where the value is beyond the axis. */
  double place(double value);

  /** Equal differences are equally far apart. */
  static Scale linear(double from, double to) {
    double width = to > from ? to - from : 1;
    return value -> (value - from) / width;
  }

  /** Equal ratios are equally far apart; for positive values. */
  static Scale logarithmic(double from, double to) {
    Scale exponents = linear(Math.log(from), Math.log(to));
    return value -> exponents.place(Math.log(value));
  }

  /**
   * Percentiles so that each further nine takes the same room, which is where waiting hides; the
   * maximum is at the end.
   *
   * @param last the last percentile before the maximum, for example 99.9
   */
  static Scale percentiles(double last) {
    // The maximum would be infinitely far out: it stands half a nine beyond the last.
    Scale nines = linear(0, nines(last) + 0.5);
    return percentile -> Math.min(1, nines.place(nines(percentile)));
  }

  private static double nines(double percentile) {
    return percentile >= 100 ? Double.MAX_VALUE : -Math.log10(1 - percentile / 100);
  }
}
