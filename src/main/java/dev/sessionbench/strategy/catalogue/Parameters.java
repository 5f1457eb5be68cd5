package dev.sessionbench.strategy.catalogue;

/** The parameters that more than one rule has. */
final class Parameters {
  private static final int MANY = 1_000_000;

  static final Parameter INC_STEP =
      Parameter.whole("incStep", 25, 1, MANY, "sessions for each request");

  private Parameters() {}
}
