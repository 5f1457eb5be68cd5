package dev.sessionbench.study.warmup;

import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
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
    List<Row> rows = new ArrayList<>();
    for (Loop loop : Loop.values()) {
      for (String round : rounds.stream().map(SeedRound::round).distinct().toList()) {
        List<SeedRound> some =
            rounds.stream().filter(r -> r.loop() == loop && r.round().equals(round)).toList();
        RULES.forEach((rule, said) -> rows.add(new Row(loop, round, rule, some, said)));
      }
    }
    List<Column<Row>> columns = new ArrayList<>();
    columns.add(new Column<>('l', "loop", row -> row.loop.toString()));
    columns.add(new Column<>('l', "round", Row::round));
    columns.add(new Column<>('l', "rule", Row::rule));
    List<String> headings = List.of("right", "early", "late", "never");
    for (Verdict verdict : Verdict.values()) {
      String heading = headings.get(verdict.ordinal());
      columns.add(
          Column.of(
              heading,
              row ->
                  Integer.toString(Collections.frequency(row.verdicts(windowSeconds), verdict))));
    }
    columns.add(Column.of("median error (s)", row -> seconds(CallLog.median(row.errors()))));
    columns.add(
        Column.of("5 % to 95 % (s)", row -> row.quantile(0.05) + " to " + row.quantile(0.95)));
    return TextTable.of(rows, columns);
  }

  /** What one rule said of some rounds. */
  private record Row(
      Loop loop,
      String round,
      String rule,
      List<SeedRound> rounds,
      ToDoubleFunction<SeedRound> said) {
    List<Verdict> verdicts(double windowSeconds) {
      return rounds.stream()
          .map(one -> Verdict.of(said.applyAsDouble(one), one.truth(), windowSeconds))
          .toList();
    }

    List<Double> errors() {
      return rounds.stream()
          .map(one -> said.applyAsDouble(one) - one.truth())
          .filter(error -> !error.isNaN())
          .toList();
    }

    String quantile(double share) {
      return seconds(CallLog.quantile(errors(), share));
    }
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
