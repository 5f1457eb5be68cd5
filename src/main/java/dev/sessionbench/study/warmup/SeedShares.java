package dev.sessionbench.study.warmup;

import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.warmup.Round.Stability.Verdict;
import dev.sessionbench.study.warmup.WarmupLoad.Loop;
import dev.sessionbench.study.warmup.WarmupStudy.RoundWatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * How often a client is right that takes a server for warm, by each of several rules, over many
 * seeds in virtual time, where it is known when the server was.
 *
 * @param windowSeconds how long a window is
 * @param rounds each round of each seed, in both loops
 * @param environment with what it was played
 */
public record SeedShares(double windowSeconds, List<SeedRound> rounds, Environment environment)
    implements Study {
  private static final Map<String, ToDoubleFunction<SeedRound>> RULES = new LinkedHashMap<>();

  static {
    RULES.put("rate sent", SeedRound::sent);
    RULES.put("rate of replies", SeedRound::replied);
    RULES.put("MSER-5 of rate and p99", SeedRound::published);
    RULES.put("the same, earliest, confirmed", SeedRound::both);
  }

  /**
   * Plays the study with seeds from 1 on, in the closed loop and in the open one.
   *
   * @param options what is played, but for seed and loop
   * @param seeds how many
   * @param watch may stop it; the seeds so far are kept
   */
  public static SeedShares play(WarmupOptions options, int seeds, RoundWatch watch) {
    List<SeedRound> rounds = new ArrayList<>();
    for (int seed = 1; seed <= seeds && !watch.stopped(); seed++) {
      for (Loop loop : Loop.values()) {
        WarmupLoad load = options.load().withSeed(seed).withLoop(loop);
        WarmupStudy.virtual(options.withLoad(load))
            .rounds()
            .forEach(round -> rounds.add(SeedRound.of(load, round)));
      }
    }
    return new SeedShares(options.load().windowSeconds(), List.copyOf(rounds), WarmupResult.here());
  }

  @Override
  public String text() {
    return table().render();
  }

  /** A row for each loop, round and rule. */
  public TextTable table() {
    TextTable table =
        new TextTable(
            "lllrrrrrr",
            List.of(
                "loop",
                "round",
                "rule",
                "right",
                "early",
                "late",
                "never",
                "median error (s)",
                "5 % to 95 % (s)"));
    for (Loop loop : Loop.values()) {
      for (String round : rounds.stream().map(SeedRound::round).distinct().toList()) {
        List<SeedRound> some =
            rounds.stream().filter(r -> r.loop() == loop && r.round().equals(round)).toList();
        RULES.forEach(
            (rule, said) -> {
              List<String> row = new ArrayList<>(List.of(loop.toString(), round, rule));
              row.addAll(judged(some, said));
              table.add(row);
            });
      }
    }
    return table;
  }

  private List<String> judged(List<SeedRound> some, ToDoubleFunction<SeedRound> said) {
    List<Verdict> verdicts =
        some.stream()
            .map(round -> Verdict.of(said.applyAsDouble(round), round.truth(), windowSeconds))
            .toList();
    List<Double> errors =
        some.stream()
            .map(round -> said.applyAsDouble(round) - round.truth())
            .filter(error -> !error.isNaN())
            .toList();
    List<String> row = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      row.add(Integer.toString(Collections.frequency(verdicts, verdict)));
    }
    row.add(seconds(CallLog.median(errors)));
    row.add(
        seconds(CallLog.quantile(errors, 0.05)) + " to " + seconds(CallLog.quantile(errors, 0.95)));
    return row;
  }

  private static String seconds(double error) {
    return Double.isNaN(error) ? "–" : String.format(Locale.ROOT, "%+.1f", error);
  }

  /**
   * What rules said of one round in virtual time, in seconds after its start; NaN where one said
   * nothing.
   *
   * @param loop how it was played
   * @param seed with which draws
   * @param round its name
   * @param truth when the server was steady
   * @param sent from when the rate of operations that begin is steady, by {@link Mser5#earliestCut}
   * @param replied from when that of replies is
   * @param published from when replies and their 99th percentile are, by MSER-5 as published
   * @param both from when replies and their 99th percentile are, looked at again
   */
  public record SeedRound(
      Loop loop,
      long seed,
      String round,
      double truth,
      double sent,
      double replied,
      double published,
      double both) {
    static SeedRound of(WarmupLoad load, Round round) {
      double[] begun =
          round.series(CallLog.OPERATION).begunPerSecond().stream().mapToDouble(v -> v).toArray();
      OptionalInt cut = Mser5.earliestCut(begun);
      return new SeedRound(
          load.loop(),
          load.seed(),
          round.name(),
          round.truthSeconds(),
          cut.isPresent() ? cut.getAsInt() * round.windowSeconds() : Double.NaN,
          round.stability().rateSeconds(),
          round.stability().publishedSeconds(),
          round.stability().seconds());
    }
  }
}
