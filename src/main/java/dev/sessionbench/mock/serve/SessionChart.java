package dev.sessionbench.mock.serve;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.mock.serve.SessionSeries.Points;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Draws the sessions over time as steps, in SVG. */
final class SessionChart {
  private static final int WIDTH = 480;
  private static final int HEIGHT = 200;
  private static final int LEFT = 52;
  private static final int RIGHT = WIDTH - 10;
  private static final int TOP = 12;
  private static final int BOTTOM = HEIGHT - 26;
  private static final int GRID_LINES = 4;
  private static final double[] NICE = {1, 2, 4, 5, 8, 10, 12, 20};

  private SessionChart() {}

  /**
   * Draws a series whose samples came once a second.
   *
   * @param points the series; of none, only the frame is drawn
   * @param title what it shows
   * @return the element
   */
  static String svg(Points points, String title) {
    List<Long> sessions = points.sessions();
    boolean empty = sessions.isEmpty();
    String label =
        empty
            ? ": nothing yet"
            : text(": %d now, at most %d", sessions.get(sessions.size() - 1), points.max());
    StringBuilder svg = new StringBuilder();
    svg.append(
        text(
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            WIDTH, HEIGHT, Escape.markup(title + label)));
    double top = niceTop(points.max());
    for (int i = 0; i <= GRID_LINES; i++) {
      double value = top * i / GRID_LINES;
      double y = y(value, top);
      svg.append(
          text(
              "<line class=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
              i == 0 ? "axis" : "grid", LEFT, RIGHT, y, y));
      svg.append(tick(LEFT - 7, text("%.1f", y + 4), "end", Numbers.label(value)));
    }
    String from = empty ? "" : Words.duration(points.samples()) + " ago";
    String below = "" + (HEIGHT - 8);
    svg.append(tick(LEFT, below, "start", from)).append(tick(RIGHT, below, "end", "now"));
    if (!empty) {
      String steps = steps(sessions, top);
      svg.append(
          text(
              "<path class=\"area\" d=\"%sV%dH%dZ\"/>\n<path class=\"line\" d=\"%s\"/>\n",
              steps, BOTTOM, LEFT, steps));
    }
    return svg.append("</svg>").toString();
  }

  private static String steps(List<Long> sessions, double top) {
    double step = (double) (RIGHT - LEFT) / sessions.size();
    StringBuilder path =
        new StringBuilder(text("M%d %.1f", LEFT, y((double) sessions.get(0), top)));
    for (int i = 1; i < sessions.size(); i++) {
      if (!sessions.get(i).equals(sessions.get(i - 1))) {
        path.append(text("H%.1fV%.1f", LEFT + i * step, y((double) sessions.get(i), top)));
      }
    }
    return path.append("H").append(RIGHT).toString();
  }

  private static String tick(int x, String y, String anchor, String text) {
    return text(
        "<text class=\"tick\" x=\"%d\" y=\"%s\" text-anchor=\"%s\">%s</text>\n",
        x, y, anchor, text);
  }

  private static double y(double sessions, double top) {
    return BOTTOM - sessions / top * (BOTTOM - TOP);
  }

  /** The smallest nice number that leaves whole numbers at the grid's lines. */
  private static double niceTop(long max) {
    double size = Math.pow(10, Math.floor(Math.log10((double) Math.max(GRID_LINES, max))));
    return DoubleStream.of(NICE)
        .map(nice -> nice * size)
        .filter(top -> top >= max && top % GRID_LINES == 0)
        .findFirst()
        .orElseThrow();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
