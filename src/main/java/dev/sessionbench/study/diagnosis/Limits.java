package dev.sessionbench.study.diagnosis;

/**
 * From where on a figure tells of a cause. None of them is published; docs/exhaustion.md says why.
 */
final class Limits {
  /** A share of transactions that waited, or of the latency that is waiting, that matters. */
  static final double WAITING = 0.1;

  /** The share of the samples in which an exhausted pool is at its maximum. */
  static final double FULL = 0.9;

  /** The same where it is seen that transactions wait. */
  static final double FULL_WITH_WAITS = 0.5;

  /** How many of the waits fall into the pool's growth where that is too slow. */
  static final double FOR_GROWTH = 0.5;

  /** By how much a median has grown when a server or a network has become slow. */
  static final double SLOWER = 1.25;

  /** How much of the calm end-to-end latency that must add, so that it is worth a word. */
  static final double ADDED = 0.05;

  /** Attempts beyond the first, for each transaction. */
  static final double RETRIES = 0.1;

  /** The share of the processors from which on work queues for them. */
  static final double CPU = 0.85;

  /** Sessions that nobody holds, as a share of the maximum, and at least so many. */
  static final double LEAKED = 0.05;

  static final double LEAKED_SESSIONS = 3;

  /** The share of attempts to create sessions that failed. */
  static final double FAILED_CREATIONS = 0.1;

  /** What an advised maximum has beyond what the load needs. */
  static final double MARGIN = 0.25;

  private Limits() {}
}
