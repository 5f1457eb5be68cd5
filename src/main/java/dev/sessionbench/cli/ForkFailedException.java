package dev.sessionbench.cli;

/** A fork that threw or yielded no result. The message is the reason, on one line. */
final class ForkFailedException extends Exception {
  private static final long serialVersionUID = 1;

  ForkFailedException(String reason) {
    super(reason.lines().findFirst().orElse("no reason given"));
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
