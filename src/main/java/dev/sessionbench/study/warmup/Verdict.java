package dev.sessionbench.study.warmup;

import dev.sessionbench.base.stats.Mser5;
import java.util.Locale;

/** How what a client said compares with what the server knows. */
public enum Verdict {
  /** It was right, or it said nothing as long as nothing was to be said. */
  RIGHT,
  /** It said that the server was warm, and the server was not. */
  EARLY,
  /** It said so, but long after. */
  LATE,
  /** It never said so, though it was true. */
  MISSED;

  /**
   * A client looks at batches of windows: it is right from one of them before the truth to two of
   * them behind it.
   *
   * @param saidSeconds when the client took the server for warm; NaN if it never did
   * @param truthSeconds when it was; NaN if it never was
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
