package dev.sessionbench.study.warmup;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import dev.sessionbench.study.warmup.Round.Stability.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the study saw, for a terminal. */
public final class WarmupText {
  private static final double PERCENT = 100;
  private static final double BUSY = 0.7;

  private WarmupText() {}

  /**
   * A table of the rounds, and what follows in words.
   *
   * @param result what was seen
   */
  public static String of(WarmupResult result) {
    StringBuilder text = new StringBuilder(table(result).render()).append('\n');
    sentences(result).forEach(sentence -> text.append(sentence).append('\n'));
    return text.toString();
  }

  /** A row for each round. */
  public static TextTable table(WarmupResult result) {
    TextTable table =
        new TextTable(
            List.of(
                "round",
                "splits",
                "last split ended (s)",
                "heavy calls ended (s)",
                "rate steady (s)",
                "p99 steady (s)",
                "taken for warm (s)",
                "which is",
                "worst p99 (ms)",
                "p99 at the end (ms)",
                "requests/s at the end",
                "CPU"));
    for (Round round : result.rounds()) {
      boolean whole = isWhole(result, round);
      table.add(
          List.of(
              round.name() + (whole ? "" : " (stopped)"),
              round.splitsAtStart() + " to " + round.splitsAtEnd(),
              lastSplit(round),
              seconds(round.heavySeconds()),
              seconds(round.stability().rateSeconds()),
              seconds(round.stability().p99Seconds()),
              seconds(round.stability().seconds()),
              whole ? verdict(round).toString() : "–",
              Numbers.label(worst(round)),
              Numbers.label(late(round.series(CallLog.OPERATION).p99Millis())),
              Numbers.label(late(round.series(CallSeries.REQUESTS).perSecond())),
              percent(round.utilisation())));
    }
    return table;
  }

  /** Whether a round was played to its end. */
  static boolean isWhole(WarmupResult result, Round round) {
    return round.seconds() >= result.load().seconds();
  }

  static Verdict verdict(Round round) {
    return Verdict.of(round.stability().seconds(), round.truthSeconds(), round.windowSeconds());
  }

  private static String lastSplit(Round round) {
    if (round.dividingAtEnd() > 0) {
      return "not ended";
    }
    return round.divisions().isEmpty() ? "none" : seconds(round.lastDivisionSeconds());
  }

  static String seconds(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "–" : Math.round(share * PERCENT) + " %";
  }

  private static double worst(Round round) {
    return round.series(CallLog.OPERATION).p99Millis().stream()
        .filter(Double::isFinite)
        .mapToDouble(v -> v)
        .max()
        .orElse(Double.NaN);
  }

  /** The median over the last third of a round. */
  private static double late(List<Double> values) {
    return CallLog.median(values.subList(values.size() * 2 / 3, values.size()));
  }

  /** What follows from the rounds. */
  public static List<String> sentences(WarmupResult result) {
    List<String> sentences = new ArrayList<>();
    for (Round round : result.rounds()) {
      if (isWhole(result, round)) {
        sentences.add(sentence(round));
      }
      if (round.failures() > 0) {
        sentences.add("%s: %s operations failed".formatted(round.name(), round.failures()));
      }
      if (round.utilisation() > BUSY) {
        sentences.add(
            "%s: the machine was %s busy; it may have been the machine that was slow, not the server"
                .formatted(round.name(), percent(round.utilisation())));
      }
    }
    sentences.add(
        "The server splits %s times as soon as with the default settings: multiply times of splitting by that."
            .formatted(Numbers.label(result.timesFaster())));
    return sentences;
  }

  static String sentence(Round round) {
    double truth = round.truthSeconds();
    double said = round.stability().seconds();
    String server =
        Double.isNaN(truth)
            ? "the server was still splitting when it ended"
            : round.lastDivisionSeconds() > round.heavySeconds()
                ? "the last split ended at %s s".formatted(seconds(truth))
                : "the heavy calls ended at %s s, behind the last split".formatted(seconds(truth));
    String client =
        Double.isNaN(said)
            ? "a client could not call it steady"
            : "a client could call it steady from %s s".formatted(seconds(said));
    Verdict byRate = Verdict.of(round.stability().rateSeconds(), truth, round.windowSeconds());
    return "%s: %s; %s (%s); by the rate alone from %s s (%s)"
        .formatted(
            round.name(),
            server,
            client,
            verdict(round),
            seconds(round.stability().rateSeconds()),
            byRate);
  }
}
