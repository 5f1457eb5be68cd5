package dev.sessionbench.study;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import java.io.StringWriter;
import java.util.Map;

/** The outcome of a study: a file that can be read back, a text and a page. */
public interface Study {
  /** Whether it was played to its end. */
  boolean complete();

  /** The outcome as text for a terminal; ends with a line feed. */
  String text();

  /**
   * The outcome as a whole HTML document, which is also well-formed XML.
   *
   * @param command the command line that repeats the study
   */
  String page(String command);

  /**
   * Fills in a page that needs no script and no network.
   *
   * @param template the page, a resource next to the class of the outcome
   * @param seen its methods provide the values of the page, except {@code style}
   * @param command the page's {@code command}
   */
  static String page(String template, Object seen, String command) {
    StringWriter page = new StringWriter();
    Resource.template(seen.getClass(), template, text -> Escape.markup(Escape.terminal(text)))
        .execute(seen, Map.of("style", ReportPage.style(), "command", command), page);
    return page.toString();
  }
}
