package dev.sessionbench.results;

/**
 * A file of results that could not be read or written. The message is one line that names the file
 * and, for malformed content, the line, the column and what was expected.
 */
public final class ResultFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A failure without a cause worth keeping.
   *
   * @param message one line that names the file
   */
  public ResultFileException(String message) {
    super(message);
  }

  /**
   * A failure with its cause.
   *
   * @param message one line that names the file
   * @param cause what failed
   */
  public ResultFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
