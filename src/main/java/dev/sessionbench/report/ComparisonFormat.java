package dev.sessionbench.report;

/** How a comparison is written. */
public enum ComparisonFormat {
  /** Aligned columns for a terminal. */
  TEXT,
  /** Tables in Markdown. */
  MARKDOWN,
  /** One line for each cell, RFC 4180. */
  CSV,
  /** One object with every figure. */
  JSON,
  /** A page without scripts. */
  HTML;

  /**
   * Writes a comparison.
   *
   * @param report the comparison
   * @return its text, the same in every locale, ending with a line feed
   */
  public String render(ComparisonReport report) {
    return switch (this) {
      case TEXT -> ComparisonText.text(report);
      case MARKDOWN -> ComparisonText.markdown(report);
      case CSV -> ComparisonCsv.render(report);
      case JSON -> ComparisonJson.render(report);
      case HTML -> ComparisonHtml.render(report);
    };
  }
}
