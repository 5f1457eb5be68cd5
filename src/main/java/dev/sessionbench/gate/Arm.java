package dev.sessionbench.gate;

import java.util.Locale;

/** The two sides of a gate. */
public enum Arm {
  /** What the change is held against. */
  BASE,
  /** The change. */
  HEAD;

  /** The other side. */
  public Arm other() {
    return this == BASE ? HEAD : BASE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
