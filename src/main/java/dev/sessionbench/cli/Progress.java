package dev.sessionbench.cli;

/**
 * Shows how far a run is. Called between forks only: a thread that redraws would disturb what is
 * measured.
 */
interface Progress {
  /**
   * A fork is about to start.
   *
   * @param done forks finished or skipped
   * @param total all forks
   * @param fork what starts, for example {@code burstRead incStep=25 fork 2/3}
   * @param leftMillis the estimated time to the end
   */
  void starting(int done, int total, String fork, long leftMillis);

  /**
   * A fork has finished or failed.
   *
   * @param done forks finished or skipped, this one included
   * @param total all forks
   * @param outcome the fork and what it measured
   * @param leftMillis the estimated time to the end
   */
  void finished(int done, int total, String outcome, long leftMillis);

  /** Nothing more will be shown. */
  void close();
}
