package dev.sessionbench.base.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A drawing of plots and legends, as data.
 *
 * @param id its identifier in the page and its file name: letters, digits and hyphens only
 * @param title what it shows, in a few words
 * @param description what a reader who cannot see it should know
 * @param legends rows of names above the plots
 * @param plots from top to bottom, at least one; all over the same horizontal axis
 */
public record Chart(
    String id, String title, String description, List<Legend> legends, List<Plot> plots) {
  /**
   * A rectangle with two axes.
   *
   * @param x the horizontal axis
   * @param y the vertical axis
   * @param height in pixels
   * @param marks what is drawn in it, the lowest first
   */
  public record Plot(Axis x, Axis y, double height, List<Mark> marks) {}

  /**
   * A row of names, continued in further rows when it is full.
   *
   * @param heading what the names are values of
   * @param keys the names
   */
  public record Legend(String heading, List<Key> keys) {
    /** The names of lines in the {@linkplain Chart#line styles} of their indexes. */
    public static Legend of(String heading, List<String> names) {
      return new Legend(
          heading,
          IntStream.range(0, names.size()).mapToObj(i -> new Key(line(i), names.get(i))).toList());
    }
  }

  /** A name in a legend, and the style of its line. */
  public record Key(String style, String name) {}

  /** The style of a line. Colour and dash both identify it, never colour alone. */
  public static String line(int index) {
    return "line d" + index + " c" + index;
  }

  /** The drawing for a page that includes {@link #style()}. */
  public String inline() {
    return Svg.of(this, false);
  }

  /** The drawing as a separate file, which needs no style sheet. */
  public String standalone() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + ChartStyle.withAttributes(Svg.of(this, true));
  }

  /**
   * The style sheet of all charts, with the colours of light and dark. Its selectors match only
   * charts.
   */
  public static String style() {
    return ChartStyle.CSS;
  }
}
