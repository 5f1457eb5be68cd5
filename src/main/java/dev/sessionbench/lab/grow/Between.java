package dev.sessionbench.lab.grow;

import dev.sessionbench.base.model.BadInput;

/**
 * A range for the amount of one growth.
 *
 * @param least the least, at least 1
 * @param most the most, at least {@code least}
 */
public record Between(int least, int most) {
  /**
   * Checks the range.
   *
   * @throws BadInput if it is empty
   */
  public Between {
    if (least < 1 || most < least) {
      throw new BadInput(
          "atLeast=%d, atMost=%d: atLeast must be from 1 to atMost".formatted(least, most));
    }
  }

  /** The whole amount in the range that is nearest to an amount rounded up. */
  int of(double amount) {
    return (int) Math.max(least, Math.min(most, Math.ceil(amount)));
  }
}
