package dev.sessionbench.report;

/** A comparison that was asked for and cannot be made. The message is one line for the user. */
public final class ComparisonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A failure.
   *
   * @param message one line that names the option or the file
   */
  public ComparisonException(String message) {
    super(message);
  }
}
