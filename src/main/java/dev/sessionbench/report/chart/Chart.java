package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;

/**
 * One drawing.
 *
 * @param id its identifier in the page and its file name: letters, digits and hyphens only
 * @param title what it shows, in a few words
 * @param description what a reader who cannot see it should know
 * @param height in pixels before scaling
 * @param body the drawing, as elements of SVG
 */
public record Chart(String id, String title, String description, int height, String body) {
  /** At 360 px of screen the text of a chart this wide is still above 10 px. */
  private static final int WIDTH = 400;

  private static final int TITLE_HEIGHT = 34;

  /** The drawing for a page that carries {@link #style()}. */
  public String inline() {
    return svg(0, "");
  }

  /** The drawing as a file of its own. */
  public String standalone() {
    // In the page the heading stands above the chart; alone it must carry its own.
    String head =
        """
        <style>%s</style>
        <rect class="paper" y="-%s" width="100%%" height="100%%"/>
        <text class="name" x="4" y="-12">%s</text>
        """
            .formatted(Escape.markup(style()), TITLE_HEIGHT, Escape.markup(title));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(TITLE_HEIGHT, head);
  }

  /** The style of all charts: the colours of light and dark, and nothing that is not in a chart. */
  public static String style() {
    return Resource.text(Chart.class, "chart.css");
  }

  private String svg(int above, String head) {
    return """
        <svg xmlns="http://www.w3.org/2000/svg" id="%1$s" class="chart" role="img" \
        aria-labelledby="title-%1$s desc-%1$s" viewBox="0 %2$s %3$s %4$s" width="%3$s" height="%4$s">\
        <title id="title-%1$s">%5$s</title>
        <desc id="desc-%1$s">%6$s</desc>
        %7$s%8$s</svg>
        """
        .formatted(
            Escape.markup(id),
            -above,
            WIDTH,
            height + above,
            Escape.markup(title),
            Escape.markup(description),
            head,
            body);
  }
}
