package dev.sessionbench.cli;

/** The exit codes of every command. */
enum ExitCode {
  /** All went well. */
  OK(0),
  /** A benchmark failed, a calibration ended early, or the gate fails a change. */
  BENCHMARK_FAILED(1),
  /** Bad usage or bad input; nothing was run or overwritten. */
  USAGE(2),
  /** The gate or a diagnosis is inconclusive. */
  INCONCLUSIVE(3),
  /** The program itself failed and printed no result. */
  CRASHED(4),
  /** The gate could not have found the change that {@code --require-power} names. */
  TOO_LITTLE_POWER(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
