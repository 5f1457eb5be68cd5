package dev.sessionbench.cli;

import dev.sessionbench.model.PoolShape;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters are no pool that the client would build. */
public final class PoolShapeCheck implements CellCheck {
  /** A check without state. */
  public PoolShapeCheck() {}

  @Override
  public Optional<String> complaint(String benchmark, Map<String, String> params) {
    try {
      shape(params);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The pool that parameters describe.
   *
   * @param params a cell's parameters
   * @return the pool; nothing where one of its four parameters is missing
   * @throws IllegalArgumentException if a parameter is not a whole number or not in range
   */
  static Optional<PoolShape> shape(Map<String, String> params) {
    if (!params.containsKey("minSessions")
        || !params.containsKey("maxSessions")
        || !params.containsKey("incStep")
        || !params.containsKey("numChannels")) {
      return Optional.empty();
    }
    return Optional.of(
        new PoolShape(
            number(params, "minSessions"),
            number(params, "maxSessions"),
            number(params, "incStep"),
            number(params, "numChannels")));
  }

  private static int number(Map<String, String> params, String name) {
    String value = params.getOrDefault(name, "");
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + value + ": must be a whole number", e);
    }
  }
}
