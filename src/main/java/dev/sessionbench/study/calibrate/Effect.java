package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.stats.Interval;

/**
 * What one thing adds to the time of a request.
 *
 * @param estimate how much
 * @param interval where it lies with a confidence of 95 %; infinite where the data do not say
 * @param presence whether it is there
 */
public record Effect(double estimate, Interval interval, Presence presence) {
  /** Whether an effect is there. */
  public enum Presence {
    /** It is not 0, and large enough to matter. */
    PRESENT,
    /** It is too small to matter. */
    ABSENT,
    /** The data allow both. */
    CANNOT_TELL
  }

  /** Whether it is there. */
  public boolean isPresent() {
    return presence == Presence.PRESENT;
  }

  /** What the interval says of an effect that matters from a size on, up or down. */
  static Effect of(double estimate, Interval interval, double matters) {
    if (interval.low() > -matters && interval.high() < matters) {
      return new Effect(estimate, interval, Presence.ABSENT);
    }
    boolean there = interval.low() > 0 && estimate >= matters;
    return new Effect(estimate, interval, there ? Presence.PRESENT : Presence.CANNOT_TELL);
  }
}
