package dev.sessionbench.gate;

/** Bad input to the gate: one line that names the place, the value and what would be right. */
public final class GateException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A complaint.
   *
   * @param message one line
   */
  public GateException(String message) {
    super(message);
  }

  /**
   * A complaint with its cause.
   *
   * @param message one line
   * @param cause what went wrong below
   */
  public GateException(String message, Throwable cause) {
    super(message, cause);
  }
}
