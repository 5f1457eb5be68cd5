package dev.sessionbench.serve;

/** Lengths of time as words. */
final class Words {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Words() {}

  /**
   * A length of time in its two largest units.
   *
   * @param seconds the time in seconds, at least 0
   * @return as in {@code 3 h 20 min}
   */
  static String duration(long seconds) {
    if (seconds >= DAY) {
      return units(seconds, DAY, "d", HOUR, "h");
    }
    if (seconds >= HOUR) {
      return units(seconds, HOUR, "h", MINUTE, "min");
    }
    return seconds >= MINUTE ? units(seconds, MINUTE, "min", 1, "s") : seconds + " s";
  }

  private static String units(
      long seconds, long large, String largeName, long small, String smallName) {
    long rest = seconds % large / small;
    return seconds / large + " " + largeName + (rest == 0 ? "" : " " + rest + " " + smallName);
  }
}
