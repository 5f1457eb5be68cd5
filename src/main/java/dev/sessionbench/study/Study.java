package dev.sessionbench.study;

import com.samskivert.mustache.Mustache;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a study saw: its file, which is read back as it was, its text, and its page. */
public interface Study {
  /** What was seen, for a terminal; ends with a line feed. */
  String text();

  /** The same as a whole HTML document, which is well-formed XML too; nothing if there is none. */
  Optional<String> page();

  /**
   * Fills a page in that needs no script and no network.
   *
   * @param template the page, beside the class of what was seen
   * @param values what stands in it, besides {@code style}
   */
  static Optional<String> page(Class<?> seen, String template, Map<String, ?> values) {
    Map<String, Object> all = new HashMap<>(values);
    all.put("style", ReportPage.style());
    return Optional.of(
        Mustache.compiler()
            .emptyStringIsFalse(true)
            .withEscaper(Escape::markup)
            .compile(Resource.text(seen, template))
            .execute(all));
  }
}
