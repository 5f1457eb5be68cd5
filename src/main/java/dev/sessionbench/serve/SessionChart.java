package dev.sessionbench.serve;

import dev.sessionbench.serve.SessionSeries.Points;
import dev.sessionbench.text.Escape;
import dev.sessionbench.text.Numbers;
import java.util.Locale;

/** Draws the sessions over time as steps, in SVG. */
final class SessionChart {
  private static final int WIDTH = 480;
  private static final int HEIGHT = 200;
  private static final int LEFT = 52;
  private static final int RIGHT = 10;
  private static final int TOP = 12;
  private static final int BOTTOM = 26;
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
    double top = niceTop(points.max());
    StringBuilder svg = new StringBuilder();
    svg.append(
        text(
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            WIDTH, HEIGHT, Escape.markup(label(points, title))));
    for (int i = 0; i <= GRID_LINES; i++) {
      double y = y(top * i / GRID_LINES, top);
      svg.append(
          text(
              "<line class=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
              i == 0 ? "axis" : "grid", LEFT, WIDTH - RIGHT, y, y));
      svg.append(
          text(
              "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
              LEFT - 7, y + 4, Numbers.label(top * i / GRID_LINES)));
    }
    svg.append(time(LEFT, "start", points.samples() == 0 ? "" : ago(points.samples())));
    svg.append(time(WIDTH - RIGHT, "end", "now"));
    if (!points.sessions().isEmpty()) {
      svg.append("<path class=\"area\" d=\"").append(steps(points, top)).append(closed());
      svg.append("<path class=\"line\" d=\"").append(steps(points, top)).append("\"/>\n");
    }
    return svg.append("</svg>").toString();
  }

  private static String label(Points points, String title) {
    if (points.sessions().isEmpty()) {
      return title + ": nothing yet";
    }
    return text(
        "%s: %d now, at most %d",
        title, points.sessions().get(points.sessions().size() - 1), points.max());
  }

  private static String steps(Points points, double top) {
    int count = points.sessions().size();
    double step = (double) (WIDTH - LEFT - RIGHT) / count;
    StringBuilder path = new StringBuilder();
    long before = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long sessions = points.sessions().get(i);
      if (i == 0) {
        path.append(text("M%d %.1f", LEFT, y((double) sessions, top)));
      } else if (sessions != before) {
        path.append(text("H%.1fV%.1f", LEFT + i * step, y((double) sessions, top)));
      }
      before = sessions;
    }
    return path.append("H").append(WIDTH - RIGHT).toString();
  }

  private static String closed() {
    return text("V%dH%dZ\"/>\n", HEIGHT - BOTTOM, LEFT);
  }

  private static String time(int x, String anchor, String text) {
    return text(
        "<text class=\"tick\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
        x, HEIGHT - 8, anchor, text);
  }

  /** A length of time in its largest two units, as in {@code 3 h 20 min ago}. */
  private static String ago(int seconds) {
    return Words.duration(seconds) + " ago";
  }

  private static double y(double sessions, double top) {
    return HEIGHT - BOTTOM - sessions / top * (HEIGHT - TOP - BOTTOM);
  }

  /** The smallest nice number that leaves whole numbers at the grid's lines. */
  private static double niceTop(long max) {
    double size = Math.pow(10, Math.floor(Math.log10((double) Math.max(GRID_LINES, max))));
    for (double nice : NICE) {
      double top = nice * size;
      if (top >= max && top % GRID_LINES == 0) {
        return top;
      }
    }
    throw new AssertionError("no top for " + max);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
