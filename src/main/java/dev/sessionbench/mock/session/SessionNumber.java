package dev.sessionbench.mock.session;

/** Reads the number at the end of a session's name. */
final class SessionNumber {
  /** No session has it. */
  static final long NONE = 0;

  /** More digits could exceed a long; no server creates that many. */
  private static final int MAX_DIGITS = 18;

  private SessionNumber() {}

  /**
   * The number of a session, which its whole name is still to be compared with.
   *
   * @param name any text
   * @return the number written after the last slash without leading zeros; {@link #NONE} if there
   *     is none
   */
  static long of(String name) {
    int start = name.lastIndexOf('/') + 1;
    int digits = name.length() - start;
    if (start == 0 || digits < 1 || digits > MAX_DIGITS || name.charAt(start) == '0') {
      return NONE;
    }
    long number = 0;
    for (int i = start; i < name.length(); i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return NONE;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
