package dev.sessionbench.report;

import java.util.List;

/** The formats of a comparison. */
public enum ComparisonFormat {
  /** Aligned columns for a terminal. */
  TEXT,
  /** Tables in Markdown. */
  MARKDOWN,
  /** One line for each cell, RFC 4180. */
  CSV,
  /** One object with every number. */
  JSON,
  /** A page without scripts. */
  HTML,
  /** One Markdown table with the time in milliseconds and the RPCs in each cell. */
  README,
  /** One Markdown table with each metric as a multiple of virtual time. */
  RATIOS,
  /** One Markdown table with the median of each metric in each cell. */
  MEDIANS,
  /** Bencher Metric Format, JSON. */
  BMF,
  /** A line for each file, for Apache Otava. */
  OTAVA;

  /**
   * Writes a comparison.
   *
   * @param report the comparison
   * @param inputs what is compared
   * @return its text, the same in every locale, ending with a line feed
   */
  public String render(ComparisonReport report, List<ComparisonInput> inputs) {
    return switch (this) {
      case TEXT -> ComparisonText.PLAIN.render(report);
      case MARKDOWN -> ComparisonText.MARKDOWN.render(report);
      case CSV -> ComparisonData.csv(report);
      case JSON -> ComparisonData.json(report);
      case HTML -> ComparisonText.page(report);
      case README -> ComparisonText.readme(report);
      case RATIOS -> ComparisonText.cells(report, ComparisonText::ratio);
      case MEDIANS -> ComparisonText.cells(report, ComparisonText::median);
      case BMF -> ComparisonData.bencher(report);
      case OTAVA -> ComparisonData.otava(report, inputs);
    };
  }
}
