package dev.sessionbench.serve;

/** The server cannot run as it should. The message is one line that says what would be right. */
public final class ServeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ServeException(String message, Throwable cause) {
    super(message, cause);
  }
}
