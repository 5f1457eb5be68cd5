package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.PoolSample;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** The pool over the whole study. */
final class Timeline {
  /** More could not be told apart in a picture. */
  private static final int MOST_POINTS = 1_500;

  private static final double MILLIS_PER_SECOND = 1_000;

  private Timeline() {}

  /** The sessions that there are, those in use, and the transactions that wait, over time. */
  static List<Curve> of(Exhaustion exhaustion, List<Transaction> transactions) {
    List<PoolSample> all = exhaustion.samples();
    int step = Math.max(1, (all.size() + MOST_POINTS - 1) / MOST_POINTS);
    List<PoolSample> some = new ArrayList<>();
    for (int i = 0; i < all.size(); i += step) {
      some.add(all.get(i));
    }
    List<Double> millis =
        some.stream().map(s -> exhaustion.sinceStart(s.atNanos()) * MILLIS_PER_SECOND).toList();
    List<Integer> waiting = Observed.waiting(some, transactions);
    return List.of(
        curve(Curve.SESSIONS, millis, some, PoolSample::total),
        curve(Curve.IN_USE, millis, some, PoolSample::inUse),
        new Curve(
            Curve.WAITING, "ms", "#", millis, waiting.stream().map(n -> (double) n).toList()));
  }

  private static Curve curve(
      String name, List<Double> millis, List<PoolSample> samples, ToIntFunction<PoolSample> part) {
    return new Curve(
        name,
        "ms",
        "#",
        millis,
        samples.stream().map(sample -> (double) part.applyAsInt(sample)).toList());
  }
}
