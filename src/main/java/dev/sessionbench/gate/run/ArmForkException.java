package dev.sessionbench.gate.run;

/** A fork that yielded no result. */
public final class ArmForkException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * A failure.
   *
   * @param reason why; its first line counts
   */
  public ArmForkException(String reason) {
    super(reason.lines().findFirst().orElse("no reason given"));
  }

  /** Why, in one line. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
