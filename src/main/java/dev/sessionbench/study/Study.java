package dev.sessionbench.study;

import com.samskivert.mustache.Mustache;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import java.io.StringWriter;
import java.util.Map;

/** What a study saw: its file, which is read back as it was, its text, and its page. */
public interface Study {
  /** What was seen, for a terminal; ends with a line feed. */
  String text();

  /** The same as a whole HTML document, which is well-formed XML too. */
  String page();

  /**
   * Fills a page in that needs no script and no network.
   *
   * @param template the page, beside the class of what was seen
   * @param seen its methods give what stands in the page, besides {@code style}
   */
  static String page(String template, Object seen) {
    StringWriter page = new StringWriter();
    Mustache.compiler()
        .emptyStringIsFalse(true)
        .withEscaper(text -> Escape.markup(Escape.terminal(text)))
        .compile(Resource.text(seen.getClass(), template))
        .execute(seen, Map.of("style", ReportPage.style()), page);
    return page.toString();
  }
}
