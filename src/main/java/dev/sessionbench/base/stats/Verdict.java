package dev.sessionbench.base.stats;

/** What a comparison found. */
public enum Verdict {
  /** The head is better. */
  BETTER,
  /** The head is worse. */
  WORSE,
  /** Both are counts and equal. */
  EQUAL,
  /** No difference was found, which is not to say that there is none. */
  NOT_FOUND,
  /** Too few forks to find any difference. */
  TOO_FEW
}
