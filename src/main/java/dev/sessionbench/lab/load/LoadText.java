package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.bench.load.Loops;
import dev.sessionbench.lab.load.Callers.Hold;
import dev.sessionbench.lab.strategy.Limits;
import java.math.BigDecimal;
import java.util.stream.Collectors;

/** Writes described loads as {@link LoadFile} reads them. */
public final class LoadText {
  private LoadText() {}

  /**
   * The text of a load.
   *
   * @param load the load
   * @param profile the profile that says what a request for sessions takes; empty where the load
   *     says it in figures
   * @return YAML
   * @throws IllegalArgumentException if it is to be said in figures and these have no key
   */
  public static String of(DescribedLoad load, String profile) {
    Limits limits = load.pool().limits();
    return """
    description: %s
    pool: {minSessions: %d, maxSessions: %d, numChannels: %d, acquireTimeoutMillis: %s, \
    failsWhenFull: %s, fillsFirst: %s}
    creation: {%s}
    clients: %d
    callers:
    %s
    """
        .formatted(
            YamlText.quoted(load.description()),
            limits.minSessions(),
            limits.maxSessions(),
            limits.numChannels(),
            millis(load.pool().acquireTimeoutNanos()),
            load.pool().failsWhenFull(),
            load.fillsFirst(),
            profile.isEmpty() ? creation(load) : "profile: " + YamlText.quoted(profile),
            load.clients(),
            load.callers().stream()
                .map(callers -> "  - {" + words(callers) + "}")
                .collect(Collectors.joining("\n")));
  }

  private static String creation(DescribedLoad load) {
    CostModel cost = load.creation().costModel();
    if (cost.outsideNanos() == 0
        && load.creation().latencies().time(Rpc.BATCH_CREATE_SESSIONS) instanceof ServerTime time
        && time.stepNanos() == 1) {
      return "millis: %s, randomMillis: %s, perSessionMillis: %s, perOther: %s"
          .formatted(
              millis(time.fixedNanos()),
              millis(time.randomNanos()),
              millis(cost.perSessionNanos()),
              plain(cost.perOther()));
    }
    throw new IllegalArgumentException("what a request takes is no fixed time; name its profile");
  }

  private static String words(Callers callers) {
    if (callers instanceof Callers.Rate rate) {
      return "perSecond: %s, fromMillis: %s, lastsMillis: %s, %s"
          .formatted(
              plain(rate.perSecond()),
              millis(rate.fromNanos()),
              millis(rate.lastsNanos()),
              hold(rate.hold()));
    }
    if (callers instanceof Callers.AtOnce atOnce) {
      return "atOnce: %d, atMillis: %s, %s"
          .formatted(atOnce.callers(), millis(atOnce.atNanos()), hold(atOnce.hold()));
    }
    Callers.Threads threads = (Callers.Threads) callers;
    return "threads: %d, turns: %d, thinkMillis: %s, %s"
        .formatted(
            threads.threads(), threads.turns(), millis(threads.thinkNanos()), hold(threads.hold()));
  }

  private static String hold(Hold hold) {
    if (hold.forEver()) {
      return "keeps: true";
    }
    String name = hold.times() == Loops.Hold.FIXED ? "holdMillis" : "meanHoldMillis";
    return name + ": " + millis(hold.nanos());
  }

  private static String millis(long nanos) {
    return YamlText.plain(BigDecimal.valueOf(nanos, 6));
  }

  private static String millis(double nanos) {
    return YamlText.plain(BigDecimal.valueOf(nanos).movePointLeft(6));
  }

  private static String plain(double value) {
    return YamlText.plain(BigDecimal.valueOf(value));
  }
}
