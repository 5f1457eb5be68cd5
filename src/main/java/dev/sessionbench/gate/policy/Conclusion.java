package dev.sessionbench.gate.policy;

import java.util.Locale;

/** How a verdict is shown in a pull request, in the words of GitHub's check runs. */
public enum Conclusion {
  /** It may go in. */
  SUCCESS,
  /** Nobody is kept out, and nothing is promised. */
  NEUTRAL,
  /** It is kept out. */
  FAILURE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
