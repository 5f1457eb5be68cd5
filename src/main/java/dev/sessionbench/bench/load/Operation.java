package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Invalid;

/**
 * One operation of a load: what an application does with one session.
 *
 * @param kind what it asks of the database
 * @param arrivalNanos its earliest start after that of the load, in nanoseconds; 0 if it begins as
 *     soon as a caller is free
 * @param thinkNanos how long its caller then waits before it asks for a session, in nanoseconds
 * @param holdNanos how long it holds its session at the row that it has read, in nanoseconds
 * @param keeps whether it keeps its session until the load is closed
 */
public record Operation(
    Kind kind, long arrivalNanos, long thinkNanos, long holdNanos, boolean keeps) {
  /** What an operation asks of the database. */
  public enum Kind {
    /** A query in a single-use read-only transaction. */
    READ,
    /** An update in a read-write transaction. */
    WRITE
  }

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a time is negative, or if a write is to hold or keep its
   *     session, which it cannot
   */
  public Operation {
    boolean negative = arrivalNanos < 0 || thinkNanos < 0 || holdNanos < 0;
    Invalid.when(negative, "an operation's times must not be negative");
    Invalid.when(
        kind == Kind.WRITE && (holdNanos > 0 || keeps), "only a read can hold or keep its session");
  }

  Operation stretched(int factor) {
    return new Operation(
        kind, arrivalNanos * factor, thinkNanos * factor, holdNanos * factor, keeps);
  }
}
