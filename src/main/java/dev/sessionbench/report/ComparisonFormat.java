package dev.sessionbench.report;

import java.util.List;
import java.util.function.BiFunction;

/** The formats of a comparison. */
public enum ComparisonFormat {
  /** Aligned columns for a terminal. */
  TEXT((report, inputs) -> ComparisonText.PLAIN.render(report)),
  /** Tables in Markdown. */
  MARKDOWN((report, inputs) -> ComparisonText.MARKDOWN.render(report)),
  /** One line for each cell, RFC 4180. */
  CSV((report, inputs) -> ComparisonData.csv(report)),
  /** One object with every number. */
  JSON((report, inputs) -> ComparisonData.json(report)),
  /** A page without scripts. */
  HTML((report, inputs) -> ComparisonText.page(report)),
  /** One Markdown table with the time in milliseconds and the RPCs in each cell. */
  README((report, inputs) -> ComparisonText.readme(report)),
  /** One Markdown table with each metric as a multiple of virtual time. */
  RATIOS((report, inputs) -> ComparisonText.cells(report, ComparisonText::ratio)),
  /** One Markdown table with the median of each metric in each cell. */
  MEDIANS((report, inputs) -> ComparisonText.cells(report, ComparisonText::median)),
  /** Bencher Metric Format, JSON. */
  BMF((report, inputs) -> ComparisonData.bencher(report)),
  /** A line for each file, for Apache Otava. */
  OTAVA(ComparisonData::otava);

  @SuppressWarnings("ImmutableEnumChecker") // It has no state.
  private final BiFunction<ComparisonReport, List<ComparisonInput>, String> writer;

  ComparisonFormat(BiFunction<ComparisonReport, List<ComparisonInput>, String> writer) {
    this.writer = writer;
  }

  /**
   * Writes a comparison.
   *
   * @param report the comparison
   * @param inputs what is compared
   * @return its text, the same in every locale, ending with a line feed
   */
  public String render(ComparisonReport report, List<ComparisonInput> inputs) {
    return writer.apply(report, inputs);
  }
}
