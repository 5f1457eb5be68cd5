package dev.sessionbench.report.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * One drawing.
 *
 * @param id its identifier in the page and its file name; letters, digits and hyphens
 * @param title what it shows, in a few words
 * @param description what a reader who cannot see it should know
 * @param width in pixels before scaling
 * @param height in pixels before scaling
 * @param body the drawing
 */
public record Chart(
    String id, String title, String description, int width, int height, Markup body) {
  /** The width of a chart: at 360 px of screen its text is still above 10 px. */
  static final int WIDTH = 400;

  private static final int TITLE_HEIGHT = 34;

  /** The drawing for a page that carries {@link #style()}. */
  public String inline() {
    return svg(false);
  }

  /** The drawing as a file of its own. */
  public String standalone() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(true);
  }

  /** The style of all charts: the colours of light and dark, and nothing that is not in a chart. */
  public static String style() {
    try (InputStream in =
        Objects.requireNonNull(Chart.class.getResourceAsStream("chart.css"), "chart.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String svg(boolean alone) {
    // In the page the heading stands above the chart; alone it must carry its own.
    int above = alone ? TITLE_HEIGHT : 0;
    Markup svg = new Markup();
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "id",
        id,
        "class",
        "chart",
        "role",
        "img",
        "aria-labelledby",
        "title-" + id + " desc-" + id,
        "viewBox",
        "0 " + -above + " " + width + " " + (height + above),
        "width",
        Integer.toString(width),
        "height",
        Integer.toString(height + above));
    svg.text(title, "title", "id", "title-" + id);
    svg.text(description, "desc", "id", "desc-" + id);
    if (alone) {
      svg.text(style(), "style");
      svg.empty(
          "rect",
          "class",
          "paper",
          "y",
          Integer.toString(-above),
          "width",
          "100%",
          "height",
          "100%");
      svg.text(title, "text", "class", "name", "x", "4", "y", "-12");
    }
    svg.append(body);
    return svg.close().toString();
  }
}
