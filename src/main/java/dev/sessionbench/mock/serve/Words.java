package dev.sessionbench.mock.serve;

/** Lengths of time as words. */
final class Words {
  private static final long[] SECONDS = {86_400, 3_600, 60, 1};
  private static final String[] UNITS = {" d", " h", " min", " s"};

  private Words() {}

  /**
   * A length of time in its two largest units.
   *
   * @param seconds the time in seconds, at least 0
   * @return as in {@code 3 h 20 min}
   */
  static String duration(long seconds) {
    int unit = 0;
    while (unit < UNITS.length - 1 && seconds < SECONDS[unit]) {
      unit++;
    }
    String words = seconds / SECONDS[unit] + UNITS[unit];
    long rest = seconds % SECONDS[unit];
    if (rest > 0 && rest >= SECONDS[unit + 1]) {
      words += " " + rest / SECONDS[unit + 1] + UNITS[unit + 1];
    }
    return words;
  }
}
