package dev.sessionbench.run.fork;

/** Bad input. The message is one line that names the option, its value and what would be right. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A complaint.
   *
   * @param message one line
   */
  public UsageException(String message) {
    super(message);
  }
}
