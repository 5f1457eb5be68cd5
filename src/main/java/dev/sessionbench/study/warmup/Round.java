package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.mock.split.SplitServer;
import dev.sessionbench.mock.split.SplitServer.SplitEvent;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * One round: the observations of its clients, and the knowledge of its server. All times are in
 * seconds after its start.
 *
 * @param name its name
 * @param seconds how long it lasted; shorter than planned if it was stopped
 * @param windowSeconds how long each window of the series is
 * @param heavySeconds when the heavy calls ended
 * @param series the observations of the clients
 * @param splitsAtStart splits of the server when the round began
 * @param divisions the divisions that ended in it
 * @param dividingAtEnd splits that were still dividing when it ended
 * @param stability when a client could have known that it was steady
 * @param utilisation the share of the machine's cores that this process used; NaN in virtual time
 * @param failures how many operations failed
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
   * @param begin when it began; negative if before the round
   * @param end when it ended
   * @param splits splits of the server from then on
   */
  public record Division(double begin, double end, int splits) {
    private static Division of(SplitEvent event, long startNanos) {
      double begin = (event.beginNanos() - startNanos) / Nanos.PER_SECOND;
      return new Division(
          begin, (event.endNanos() - startNanos) / Nanos.PER_SECOND, event.splits());
    }
  }

  static Round of(
      String name,
      WarmupLoad load,
      double seconds,
      CallLog log,
      long startNanos,
      SplitServer server,
      double utilisation,
      long failures) {
    int windows = WarmupLoad.windows(seconds, load.windowSeconds());
    List<CallSeries> series =
        log.series(startNanos, Nanos.ofSeconds(load.windowSeconds()), windows);
    List<Division> known =
        server.history().stream().map(event -> Division.of(event, startNanos)).toList();
    int before = (int) known.stream().filter(d -> d.end <= 0).count();
    int after = (int) known.stream().filter(d -> d.end > seconds && d.begin < seconds).count();
    Stability stability =
        seconds < load.seconds()
            ? Stability.UNKNOWN
            : Stability.of(
                CallSeries.find(series, CallSeries.REQUESTS).perSecond(),
                CallSeries.find(series, CallLog.OPERATION).p99Millis(),
                load.windowSeconds());
    return new Round(
        name,
        seconds,
        load.windowSeconds(),
        Math.min(load.heavySeconds(), seconds),
        series,
        server.options().initialSplits() + before,
        known.stream().filter(d -> d.end > 0 && d.end <= seconds).toList(),
        after + server.state().dividing(),
        stability,
        utilisation,
        failures);
  }

  /** The series with this name. */
  CallSeries series(String called) {
    return CallSeries.find(series, called);
  }

  /** Splits of the server when it ended. */
  public int splitsAtEnd() {
    return splitsAtStart + divisions.size();
  }

  /**
   * When the last known disturbance ended: the heavy calls or the last division. NaN if a division
   * was still under way when the round ended.
   */
  public double truthSeconds() {
    return dividingAtEnd > 0 ? Double.NaN : Math.max(heavySeconds, lastDivisionSeconds());
  }

  /** When the last division ended; 0 if there was none. */
  public double lastDivisionSeconds() {
    return divisions.stream().mapToDouble(Division::end).max().orElse(0);
  }

  /**
   * When a client could have known that a round was steady, in seconds after its start; NaN for
   * never.
   *
   * @param rateSeconds from when the rate of requests was steady, by {@link Mser5#earliestCut}
   * @param p99Seconds from when the logarithm of the 99th percentile was steady
   * @param confirmed whether the rest stays the same. The medians of its thirds agree within 5 %
   *     for the rate and 20 % for the percentile, or as far as chance allows
   */
  public record Stability(double rateSeconds, double p99Seconds, boolean confirmed) {
    /** Nothing is known, as for a stopped round. */
    public static final Stability UNKNOWN = new Stability(Double.NaN, Double.NaN, false);

    private static final double RATES_AGREE = 0.05;
    private static final double P99S_AGREE = 0.20;
    private static final int PARTS = 3;

    /** Three normal values differ by more than this many deviations once in a thousand times. */
    private static final double CHANCE = 5.06;

    /** The standard error of the median of normal values, in standard deviations over root n. */
    private static final double OF_MEDIAN = 1.2533;

    /** The standard deviation of normal values, in medians of their distances from the median. */
    private static final double OF_DISTANCE = 1.4826;

    /**
     * Evaluates two series of a round.
     *
     * @param perSecond the rate in each window
     * @param p99Millis the 99th percentile in each, NaN if there is none
     * @param windowSeconds how long a window is
     */
    public static Stability of(
        List<Double> perSecond, List<Double> p99Millis, double windowSeconds) {
      double[] rates = perSecond.stream().mapToDouble(v -> v).toArray();
      double[] p99s = p99Millis.stream().mapToDouble(v -> v).toArray();
      double[] logarithms = Arrays.stream(p99s).map(StrictMath::log).toArray();
      double rate = seconds(Mser5.earliestCut(rates), windowSeconds);
      double p99 = seconds(Mser5.earliestCut(logarithms), windowSeconds);
      int from = (int) Math.round(Math.max(rate, p99) / windowSeconds);
      return new Stability(
          rate,
          p99,
          !Double.isNaN(rate + p99)
              && agree(Arrays.copyOfRange(rates, from, rates.length), RATES_AGREE)
              && agree(Arrays.copyOfRange(p99s, from, p99s.length), P99S_AGREE));
    }

    private static double seconds(OptionalInt cut, double windowSeconds) {
      return cut.isPresent() ? cut.getAsInt() * windowSeconds : Double.NaN;
    }

    private static boolean agree(double[] values, double within) {
      int third = values.length / PARTS;
      double[] medians = new double[PARTS];
      double chance = 0;
      for (int i = 0; i < PARTS; i++) {
        double[] part =
            Arrays.stream(values, i * third, (i + 1) * third).filter(Double::isFinite).toArray();
        if (part.length == 0) {
          return false;
        }
        double median = Sample.median(part);
        medians[i] = median;
        double distance =
            Sample.median(Arrays.stream(part).map(v -> Math.abs(v - median)).toArray());
        double deviation = OF_DISTANCE * distance / median;
        chance = Math.max(chance, CHANCE * OF_MEDIAN * deviation / Math.sqrt(part.length));
      }
      Arrays.sort(medians);
      return medians[PARTS - 1] <= medians[0] * (1 + Math.max(within, chance));
    }

    /** From when both were steady and stayed so. */
    public double seconds() {
      return confirmed ? Math.max(rateSeconds, p99Seconds) : Double.NaN;
    }

    /** How a client's answer compares with the server's knowledge. */
    public enum Verdict {
      /** It was right, or gave no answer while the server was never warm. */
      RIGHT,
      /** It took the server for warm before the server was. */
      EARLY,
      /** It took the server for warm, but long after the server was. */
      LATE,
      /** It never took the server for warm, although the server was. */
      MISSED;

      /**
       * Judges the answer of a client. The client looks at batches of windows. It is right from one
       * batch before the truth to two batches after it.
       *
       * @param saidSeconds when the client took the server for warm; NaN if never
       * @param truthSeconds when it was warm; NaN if never
       * @param windowSeconds how long a window is
       */
      public static Verdict of(double saidSeconds, double truthSeconds, double windowSeconds) {
        if (Double.isNaN(saidSeconds)) {
          return Double.isNaN(truthSeconds) ? RIGHT : MISSED;
        }
        double batch = Mser5.BATCH * windowSeconds;
        if (Double.isNaN(truthSeconds) || saidSeconds < truthSeconds - batch) {
          return EARLY;
        }
        return saidSeconds <= truthSeconds + 2 * batch ? RIGHT : LATE;
      }

      /** The name as reports write it, in lower case. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }
}
