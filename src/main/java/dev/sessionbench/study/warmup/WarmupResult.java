package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.mock.split.SplitOptions;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import dev.sessionbench.study.warmup.Round.Stability.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the study.
 *
 * @param virtual whether it was played in virtual time
 * @param load the load of every round
 * @param profile name and content of the server's profile; null in files that predate it
 * @param splits how the server of the rounds splits
 * @param preSplit splits of the control round's server
 * @param sessions the size of the pool
 * @param rounds the control round, then the others
 * @param environment where, when and with what it was played
 */
public record WarmupResult(
    boolean virtual,
    WarmupLoad load,
    @Nullable String profile,
    SplitOptions splits,
    int preSplit,
    int sessions,
    List<Round> rounds,
    Environment environment)
    implements Study {
  private static final double BUSY = 0.7;

  static WarmupResult of(WarmupOptions options, List<Round> rounds, boolean virtual) {
    return new WarmupResult(
        virtual,
        options.load(),
        options.profile(),
        options.splits(),
        options.preSplit(),
        options.sessions(),
        List.copyOf(rounds),
        Environment.read(0, SystemTime.CLOCK.calendar().instant().toString()));
  }

  /** How much sooner the server splits than one with the default settings. */
  String factor() {
    return Numbers.label(SplitOptions.defaults().heldNanos() / (double) splits.heldNanos());
  }

  @Override
  public boolean complete() {
    return rounds.size() > WarmupStudy.ROUNDS && rounds.stream().allMatch(this::isWhole);
  }

  @Override
  public String text() {
    return table().render() + "\n" + String.join("\n", sentences()) + "\n";
  }

  TextTable table() {
    return TextTable.of(
        rounds(),
        List.of(
            new Column<>('l', "round", r -> r.name() + (isWhole(r) ? "" : " (stopped)")),
            Column.of("splits", r -> r.splitsAtStart() + " to " + r.splitsAtEnd()),
            Column.of("last split ended (s)", WarmupResult::lastSplit),
            Column.of("heavy calls ended (s)", r -> seconds(r.heavySeconds())),
            Column.of("rate steady (s)", r -> seconds(r.stability().rateSeconds())),
            Column.of("p99 steady (s)", r -> seconds(r.stability().p99Seconds())),
            Column.of("taken for warm (s)", r -> seconds(r.stability().seconds())),
            Column.of("which is", r -> isWhole(r) ? verdict(r).toString() : "–"),
            Column.of("worst p99 (ms)", r -> Numbers.label(worst(r))),
            Column.of("p99 at the end (ms)", r -> late(operations(r).p99Millis())),
            Column.of(
                "requests/s at the end", r -> late(r.series(CallSeries.REQUESTS).perSecond())),
            Column.of("CPU", r -> percent(r.utilisation()))));
  }

  private static CallSeries operations(Round round) {
    return round.series(CallLog.OPERATION);
  }

  /** Whether a round was played to its end. */
  private boolean isWhole(Round round) {
    return round.seconds() >= load().seconds();
  }

  static Verdict verdict(Round round) {
    return Verdict.of(round.stability().seconds(), round.truthSeconds(), round.windowSeconds());
  }

  private static String lastSplit(Round round) {
    String last = round.divisions().isEmpty() ? "none" : seconds(round.lastDivisionSeconds());
    return round.dividingAtEnd() > 0 ? "not ended" : last;
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "–" : Math.round(100 * share) + " %";
  }

  private static double worst(Round round) {
    Stream<Double> finite = operations(round).p99Millis().stream().filter(Double::isFinite);
    return finite.max(Double::compare).orElse(Double.NaN);
  }

  /** The median over the last third of a round. */
  private static String late(List<Double> values) {
    return Numbers.label(CallLog.median(values.subList(values.size() * 2 / 3, values.size())));
  }

  /** The conclusions from the rounds. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (Round round : rounds()) {
      if (isWhole(round)) {
        sentences.add(sentence(round));
      }
      if (round.failures() > 0) {
        sentences.add("%s: %s operations failed".formatted(round.name(), round.failures()));
      }
      if (round.utilisation() > BUSY) {
        sentences.add(
            "%s: the machine was %s busy; the machine may have been slow, not the server"
                .formatted(round.name(), percent(round.utilisation())));
      }
    }
    sentences.add(
        "The server splits %s times as fast as by default: multiply times of splitting by that."
            .formatted(factor()));
    return sentences;
  }

  static String sentence(Round round) {
    double truth = round.truthSeconds();
    double said = round.stability().seconds();
    double rate = round.stability().rateSeconds();
    String server =
        Double.isNaN(truth)
            ? "the server was still splitting when it ended"
            : round.lastDivisionSeconds() > round.heavySeconds()
                ? "the last split ended at %s s".formatted(seconds(truth))
                : "the heavy calls ended at %s s, after the last split".formatted(seconds(truth));
    String client = Double.isNaN(said) ? "not call it steady" : "call it steady from %s s";
    Verdict byRate = Verdict.of(rate, truth, round.windowSeconds());
    return (round.name() + ": " + server + "; a client could " + client).formatted(seconds(said))
        + " (%s); by the rate alone from %s s (%s)"
            .formatted(verdict(round), seconds(rate), byRate);
  }

  @Override
  public String page(String command) {
    return Study.page("warmup.mustache", this, command);
  }

  WarmupCharts charts() {
    return new WarmupCharts(this);
  }

  String summary() {
    String time = Numbers.label(load.seconds()) + " s a round, seed " + load.seed();
    return "%s agents, %s loop, %s%s"
        .formatted(load.agents(), load.loop(), time, virtual ? ", in virtual time" : "");
  }

  /** A sentence on the first cold round; if the study was stopped, that there is none. */
  String headline() {
    return rounds().stream()
        .filter(round -> !round.name().equals(WarmupStudy.CONTROL) && isWhole(round))
        .findFirst()
        .map(WarmupResult::headline)
        .orElse("Stopped before the first round against the cold server had ended");
  }

  private static String headline(Round round) {
    double said = round.stability().seconds();
    double truth = round.truthSeconds();
    String server = Double.isNaN(truth) ? "not warm within its first round" : "warm after %.1f s";
    String client = Double.isNaN(said) ? "not see it" : "see it from %2$.1f s on";
    String sentence = "The server was " + server + ", and a client could " + client;
    return String.format(Locale.ROOT, sentence, truth, said);
  }
}
