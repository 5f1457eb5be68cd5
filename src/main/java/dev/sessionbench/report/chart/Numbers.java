package dev.sessionbench.report.chart;

import java.util.Locale;

/** Numbers as text, the same in every locale. */
public final class Numbers {
  private static final double GROUPED_FROM = 999.5;

  private Numbers() {}

  /** A coordinate to a tenth of a pixel, without a needless decimal. */
  static String coordinate(double value) {
    long tenths = Math.round(value * 10);
    String sign = tenths < 0 ? "-" : "";
    long size = Math.abs(tenths);
    return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
  }

  /**
   * A number for a reader: whole from 100, else with at most two decimals, thousands grouped.
   *
   * @param value the number
   * @return the text; a dash where there is no finite number
   */
  public static String label(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    double size = Math.abs(value);
    if (size >= GROUPED_FROM) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    String text =
        String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
