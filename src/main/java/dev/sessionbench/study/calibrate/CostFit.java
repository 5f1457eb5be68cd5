package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.study.calibrate.RobustFit.Point;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What BatchCreateSessions costs, as {@code outside + (base + perSession x sessions) x (1 +
 * perOther x others)}: flat where neither part matters, linear or contended where one does, or
 * both. Outside is the network and the client, which others do not prolong; it is known where the
 * server says what it took itself, and else taken as 0.
 *
 * <p>A part matters if it changes the time of a request by {@value #MATTERS} of it or more, from
 * the least that was measured to the most that a pool may ask for, whether that was measured or
 * not: the profile is asked for all of it. It is said to be there if it matters and its interval
 * does not reach down to 0, to be absent if the whole interval is too small to matter, and else to
 * be unknown.
 *
 * @param outsideNanos what a request takes outside the server; 0 where the server does not say
 * @param baseNanos what it takes besides, alone and apart from its sessions, in nanoseconds
 * @param perSession what each session adds, in nanoseconds
 * @param perOther the share that each other request in flight adds
 * @param byAll whether a request is slowed by all that are sent together with it, also those after
 *     it, rather than by those before it alone
 * @param calls the requests that this is drawn from
 * @param drawnNanos what each of them would have taken alone and apart from its sessions, in their
 *     order, in nanoseconds
 */
public record CostFit(
    double outsideNanos,
    double baseNanos,
    Effect perSession,
    Effect perOther,
    boolean byAll,
    List<MeasuredCall> calls,
    List<Double> drawnNanos) {
  /** The share of the time from which on a part matters. */
  public static final double MATTERS = 0.2;

  private static final double CONFIDENCE = 0.95;

  /** Below this what a server says of itself in whole milliseconds is too coarse. */
  private static final double LEAST_TOLD_NANOS = 5e6;

  /** How much better it must describe the data that all slow one another. */
  private static final double CLEARLY_BETTER = 0.8;

  /** Copies the lists. */
  public CostFit {
    calls = List.copyOf(calls);
    drawnNanos = List.copyOf(drawnNanos);
  }

  /**
   * Fits what was measured.
   *
   * @param measured RPCs; those of other methods are left aside
   * @return what BatchCreateSessions costs
   * @throws IllegalArgumentException if there is no BatchCreateSessions among them
   */
  public static CostFit of(List<MeasuredCall> measured) {
    List<MeasuredCall> calls =
        measured.stream().filter(call -> call.rpc() == Rpc.BATCH_CREATE_SESSIONS).toList();
    if (calls.isEmpty()) {
      throw new IllegalArgumentException("no BatchCreateSessions was measured");
    }
    CostFit before = of(calls, false, call -> call.inFlight() - 1.0);
    if (before.perOther.presence() == Effect.Presence.ABSENT) {
      return before;
    }
    CostFit all = of(calls, true, call -> call.together() - 1.0);
    boolean clearly = all.perOther.isPresent() && all.spread() < CLEARLY_BETTER * before.spread();
    return clearly ? all : before;
  }

  private static CostFit of(
      List<MeasuredCall> calls, boolean byAll, ToDoubleFunction<MeasuredCall> others) {
    boolean told = tellsItsTime(calls);
    List<Point> points =
        calls.stream()
            .map(
                call ->
                    new Point(
                        call.wave(),
                        call.created(),
                        others.applyAsDouble(call),
                        (double) (told ? call.serverNanos() : call.nanos())))
            .toList();
    double[] outside = new double[points.size()];
    for (int i = 0; i < outside.length; i++) {
      outside[i] = calls.get(i).nanos() - points.get(i).nanos();
    }
    long waves = calls.stream().mapToInt(MeasuredCall::wave).distinct().count();
    RobustFit full = RobustFit.of(points, true, true);
    double most = mostSessions(calls);
    boolean sessions = perSession(full, points, waves, most).isPresent();
    boolean contended = perOther(full, points, waves).isPresent();
    // What is not there is left out, so that the rest is drawn from the data that say something.
    RobustFit fit = RobustFit.of(points, sessions, contended);
    return new CostFit(
        Sample.median(outside),
        fit.base(),
        perSession(sessions ? fit : full, points, waves, most),
        perOther(contended ? fit : full, points, waves),
        byAll,
        calls,
        IntStream.range(0, outside.length)
            .mapToObj(i -> Math.max(0, outside[i] + fit.drawn(points.get(i))))
            .toList());
  }

  private static boolean tellsItsTime(List<MeasuredCall> calls) {
    return calls.stream().allMatch(call -> call.serverNanos() != MeasuredCall.UNKNOWN)
        && Sample.median(calls.stream().mapToDouble(call -> (double) call.serverNanos()).toArray())
            >= LEAST_TOLD_NANOS;
  }

  /** The most sessions that one request may bring: less than asked for only where it was cut. */
  private static double mostSessions(List<MeasuredCall> calls) {
    return calls.stream().anyMatch(call -> call.created() < call.asked())
        ? calls.stream().mapToDouble(MeasuredCall::created).max().orElse(0)
        : Collections.max(WavePlan.SIZES);
  }

  private static Effect perSession(
      RobustFit fit, List<Point> points, long waves, double mostSessions) {
    double least = points.stream().mapToDouble(Point::sessions).min().orElse(0);
    double range = points.stream().mapToDouble(Point::sessions).max().orElse(0) - least;
    double alone = Math.max(1, fit.base() + fit.perSession() * least);
    double matters = MATTERS * alone / (mostSessions - least);
    return effect(fit.perSession(), fit.perSessionDeviation(), waves, matters, range);
  }

  private static Effect perOther(RobustFit fit, List<Point> points, long waves) {
    double range = points.stream().mapToDouble(Point::others).max().orElse(0);
    double matters = MATTERS / (Collections.max(WavePlan.TOGETHER) - 1);
    return effect(fit.perOther(), fit.perOtherDeviation(), waves, matters, range);
  }

  private static Effect effect(
      double estimate, double deviation, long waves, double matters, double range) {
    long freedom = waves - 3;
    if (range == 0 || freedom < 1 || !Double.isFinite(deviation)) {
      Interval anything =
          new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, CONFIDENCE);
      return new Effect(estimate, anything, Effect.Presence.CANNOT_TELL);
    }
    double reach =
        deviation
            * TDistribution.of((double) freedom).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
    return Effect.of(
        estimate, new Interval(estimate - reach, estimate + reach, CONFIDENCE), matters);
  }

  /** The model that is drawn from the data: without the parts of which they do not say. */
  public CostModel model() {
    return new CostModel(
        perSession.isPresent() ? Math.round(perSession.estimate()) : 0,
        perOther.isPresent() ? Math.min(CostModel.MOST_PER_OTHER, perOther.estimate()) : 0,
        perOther.isPresent() ? Math.round(Math.max(0, outsideNanos)) : 0);
  }

  /** What a request takes by the model, from its base, in nanoseconds. */
  public double fittedNanos(double sessions, int inFlight) {
    CostModel model = model();
    return outsideNanos
        + (baseNanos + model.perSessionNanos() * sessions)
            * (1 + model.perOther() * (inFlight - 1));
  }

  /** In how many a request finds itself by the model: itself, and those that slow it. */
  public int inFlight(MeasuredCall call) {
    return byAll ? call.together() : call.inFlight();
  }

  /** The median share by which the requests differ from what is fitted. */
  private double spread() {
    return Sample.median(
        calls.stream()
            .mapToDouble(
                call -> Math.abs(call.nanos() / fittedNanos(call.created(), inFlight(call)) - 1))
            .toArray());
  }

  /** The model's name: flat, linear, contended, linear and contended, or cannot tell. */
  public String name() {
    if (perSession.presence() == Effect.Presence.CANNOT_TELL
        || perOther.presence() == Effect.Presence.CANNOT_TELL) {
      return "cannot tell";
    }
    if (perSession.isPresent()) {
      return perOther.isPresent() ? "linear and contended" : "linear";
    }
    return perOther.isPresent() ? "contended" : "flat";
  }
}
