package dev.sessionbench.study.warmup;

import dev.sessionbench.mock.split.SplitEvent;
import dev.sessionbench.mock.split.SplitServer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One round: what its clients saw, and what its server knows. All times are seconds after its
 * start.
 *
 * @param name what it is called
 * @param seconds how long it lasted; shorter than planned where it was stopped
 * @param windowSeconds how long each window of the series is
 * @param heavySeconds when the heavy calls ended
 * @param series what the clients saw
 * @param splitsAtStart splits of the server when it began
 * @param divisions the divisions that ended in it
 * @param dividingAtEnd splits that were still dividing when it ended
 * @param stability when a client could say that it was steady
 * @param utilisation the share of the machine's cores that this process used; NaN in virtual time
 * @param failures operations that failed
 */
public record Round(
    String name,
    double seconds,
    double windowSeconds,
    double heavySeconds,
    List<CallSeries> series,
    int splitsAtStart,
    List<Division> divisions,
    int dividingAtEnd,
    Stability stability,
    double utilisation,
    long failures) {
  /**
   * A division of a split, in seconds after the start of the round.
   *
   * @param begin when it began; negative where that was before the round
   * @param end when it ended
   * @param splits splits of the server from then on
   */
  public record Division(double begin, double end, int splits) {}

  static Round of(
      String name,
      WarmupLoad load,
      double seconds,
      CallLog log,
      long startNanos,
      SplitServer server,
      double utilisation,
      long failures) {
    int windows = (int) Math.min(load.windows(), Math.floor(seconds / load.windowSeconds() + 1e-9));
    List<CallSeries> series = log.series(startNanos, load.windowNanos(), windows);
    long endNanos = startNanos + WarmupLoad.nanos(seconds);
    List<SplitEvent> history = server.history();
    List<Division> divisions =
        history.stream()
            .filter(event -> event.endNanos() > startNanos && event.endNanos() <= endNanos)
            .map(
                event ->
                    new Division(
                        seconds(event.beginNanos() - startNanos),
                        seconds(event.endNanos() - startNanos),
                        event.splits()))
            .toList();
    int before = (int) history.stream().filter(event -> event.endNanos() <= startNanos).count();
    int after =
        (int)
            history.stream()
                .filter(event -> event.endNanos() > endNanos && event.beginNanos() < endNanos)
                .count();
    return new Round(
        name,
        seconds,
        load.windowSeconds(),
        Math.min(load.heavySeconds(), seconds),
        series,
        server.options().initialSplits() + before,
        divisions,
        after + server.state().dividing(),
        stability(series, load, windows),
        utilisation,
        failures);
  }

  private static Stability stability(List<CallSeries> series, WarmupLoad load, int windows) {
    return windows < load.windows()
        ? Stability.UNKNOWN
        : Stability.of(
            find(series, CallSeries.REQUESTS).perSecond(),
            find(series, CallLog.OPERATION).p99Millis(),
            load.windowSeconds());
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** Whether there was any call of a name. */
  boolean has(String called) {
    return series.stream().anyMatch(one -> one.name().equals(called));
  }

  /** The series of a name. */
  CallSeries series(String called) {
    return find(series, called);
  }

  private static CallSeries find(List<CallSeries> series, String called) {
    return series.stream().filter(one -> one.name().equals(called)).findFirst().orElseThrow();
  }

  /** Splits of the server when it ended. */
  public int splitsAtEnd() {
    return splitsAtStart + divisions.size();
  }

  /**
   * When the last cause of unrest that is known had ended: the heavy calls, or the last division;
   * NaN if one was still under way when the round ended.
   */
  public double truthSeconds() {
    return dividingAtEnd > 0 ? Double.NaN : Math.max(heavySeconds, lastDivisionSeconds());
  }

  /** When the last division ended; 0 if there was none. */
  public double lastDivisionSeconds() {
    return divisions.stream().mapToDouble(Division::end).max().orElse(0);
  }
}
