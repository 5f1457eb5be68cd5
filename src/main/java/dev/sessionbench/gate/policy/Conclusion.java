package dev.sessionbench.gate.policy;

import java.util.Locale;

/** How a pull request shows a verdict. The names are those of GitHub's check runs. */
public enum Conclusion {
  /** The change may be merged. */
  SUCCESS,
  /** The change is not blocked, and nothing is shown about it. */
  NEUTRAL,
  /** The change is blocked. */
  FAILURE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
