package dev.sessionbench.study.warmup;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The study as one page that needs no script and no network. */
public final class WarmupPage {
  private static final Template TEMPLATE =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withEscaper(Escape::markup)
          .compile(Resource.text(WarmupPage.class, "warmup.mustache"));

  private WarmupPage() {}

  /**
   * Writes the page.
   *
   * @param result what was seen, at least one round
   * @return a whole HTML document, which is well-formed XML too
   */
  public static String render(WarmupResult result) {
    WarmupCharts charts = new WarmupCharts(result);
    return TEMPLATE.execute(
        Map.ofEntries(
            Map.entry("style", ReportPage.style()),
            Map.entry("summary", summary(result)),
            Map.entry("headline", headline(result)),
            Map.entry("sentences", WarmupText.sentences(result)),
            Map.entry("loop", result.load().loop().toString()),
            Map.entry("open", result.load().loop() == WarmupLoad.Loop.OPEN),
            Map.entry("factor", Numbers.label(result.timesFaster())),
            Map.entry("rounds", charts.rounds()),
            Map.entry("methods", charts.methods()),
            Map.entry("table", WarmupText.table(result).html()),
            Map.entry("divisions", divisions(result)),
            Map.entry("command", result.command()),
            Map.entry("environment", result.environment().words())));
  }

  private static String summary(WarmupResult result) {
    return "%s agents, %s loop, %s s a round, seed %s%s"
        .formatted(
            result.load().agents(),
            result.load().loop(),
            Numbers.label(result.load().seconds()),
            result.load().seed(),
            result.virtual() ? ", in virtual time" : "");
  }

  /** The first round that was cold, in a sentence; that there is none, if the study was stopped. */
  private static String headline(WarmupResult result) {
    for (Round round : result.rounds()) {
      if (!round.name().equals(WarmupStudy.CONTROL) && WarmupText.isWhole(result, round)) {
        double said = round.stability().seconds();
        double truth = round.truthSeconds();
        return "%s, and a client %s"
            .formatted(
                Double.isNaN(truth)
                    ? "The server was not warm within its first round"
                    : "The server was warm after %s s".formatted(oneDecimal(truth)),
                Double.isNaN(said)
                    ? "could not tell"
                    : "could tell from %s s on".formatted(oneDecimal(said)));
      }
    }
    return "Stopped before the first round against the cold server had ended";
  }

  private static String oneDecimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** The divisions of each round, for who cannot read the staircase. */
  private static List<String> divisions(WarmupResult result) {
    return result.rounds().stream()
        .filter(round -> !round.divisions().isEmpty())
        .map(
            round ->
                round.name()
                    + ": "
                    + IntStream.range(0, round.divisions().size())
                        .mapToObj(i -> round.divisions().get(i))
                        .map(d -> "%s at %s s".formatted(d.splits(), WarmupText.seconds(d.end())))
                        .collect(Collectors.joining(", ")))
        .toList();
  }
}
