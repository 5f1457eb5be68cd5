package dev.sessionbench.bench.run;

/** A fork that threw or yielded no result. The message is the reason, on one line. */
public final class ForkFailedException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * A failure.
   *
   * @param reason why; its first line counts
   */
  public ForkFailedException(String reason) {
    super(reason.lines().findFirst().orElse("no reason given"));
  }

  /** Why, in one line. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
