package dev.sessionbench.cli;

/** Bad input. The message is one line that names the option, its value and what would be right. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
