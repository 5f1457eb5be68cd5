package dev.sessionbench.study.warmup;

import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.study.warmup.WarmupLoad.Loop;
import java.util.OptionalInt;

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
