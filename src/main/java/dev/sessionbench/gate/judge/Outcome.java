package dev.sessionbench.gate.judge;

import java.util.Locale;

/** What the gate says of one metric of one cell, and of the whole; the gravest first. */
public enum Outcome {
  /** A fork failed: there is nothing to compare, and that alone fails the gate. */
  FAILED,
  /** What the policy asks for was not measured. */
  MISSING,
  /** The head is worse, by more than the margin, and fresh forks agree. */
  REGRESSED,
  /** A count is another, more or fewer, and fresh runs agree. */
  CHANGED,
  /** Neither a difference nor its absence could be shown. */
  INCONCLUSIVE,
  /** The head is better, by more than the margin. */
  IMPROVED,
  /** Any difference is smaller than the equivalence margin. */
  SAME;

  /** Whether it keeps a change out. */
  public boolean fails() {
    return this == FAILED || this == MISSING || this == REGRESSED || this == CHANGED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
