package dev.sessionbench.docs;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document with the figures that the committed data gives.
 *
 * <p>A table stands between {@code <!-- figures: KIND FILE by: COMMAND -->} and {@code <!-- end
 * -->}; a figure in running text is followed by the words that say what it is, as in {@code
 * 720<!--time burstRead 25-->}, and comes from the baseline.
 */
final class FilledDocument {
  private static final Pattern TABLE =
      Pattern.compile("(?s)(<!-- figures: (\\w+) (\\S+) by: ([^>]+?) -->\\n).*?(<!-- end -->)");
  private static final Pattern FIGURE = Pattern.compile("([0-9][0-9,]*(\\.[0-9]+)?)<!--([^>]+)-->");
  private static final Path BASELINE = Path.of("results/baseline/result.json");

  private FilledDocument() {}

  /**
   * The text of a document with every table and figure as the data has it.
   *
   * @param document the document
   * @return its text; the same where it tells the truth
   */
  static String of(Document document) {
    String tables =
        TABLE
            .matcher(document.text())
            .replaceAll(found -> Matcher.quoteReplacement(table(document.path(), found)));
    FigureWords words = new FigureWords(CommittedRun.read(BASELINE));
    return FIGURE
        .matcher(tables)
        .replaceAll(found -> Matcher.quoteReplacement(figure(words, found)));
  }

  /** The document without its checked tables, to see what is left. */
  static String withoutTables(Document document) {
    return TABLE.matcher(document.prose()).replaceAll("");
  }

  private static String table(Path document, MatchResult found) {
    Path data = Path.of(found.group(3));
    Path folder = document.resolveSibling("");
    String link = folder.toAbsolutePath().relativize(data.toAbsolutePath()).toString();
    return "%s\n%s\n`%s`: %s ([raw data](%s)).\n%s"
        .formatted(
            found.group(1),
            FigureTables.render(found.group(2), data),
            found.group(4),
            FigureTables.origin(found.group(2), data),
            link,
            found.group(5));
  }

  private static String figure(FigureWords words, MatchResult found) {
    int decimals = found.group(2) == null ? 0 : found.group(2).length() - 1;
    String value = String.format(Locale.ROOT, "%,." + decimals + "f", words.value(found.group(3)));
    return value + "<!--" + found.group(3) + "-->";
  }
}
