package dev.sessionbench.mock;

import com.google.spanner.v1.Session;

/** One session of the server. */
final class ServerSession {
  private final long number;
  private final String database;
  private final Session created;
  private final SessionTransactions transactions;
  private volatile long lastUseMillis;

  ServerSession(
      long number,
      String database,
      Session created,
      SessionTransactions transactions,
      long createdMillis) {
    this.number = number;
    this.database = database;
    this.created = created;
    this.transactions = transactions;
    this.lastUseMillis = createdMillis;
  }

  /** The position in the order of creation. */
  long number() {
    return number;
  }

  String name() {
    return created.getName();
  }

  String database() {
    return database;
  }

  boolean multiplexed() {
    return created.getMultiplexed();
  }

  SessionTransactions transactions() {
    return transactions;
  }

  void touch(long nowMillis) {
    // The plain read first: sessions are used far more often than the clock ticks.
    if (lastUseMillis != nowMillis) {
      lastUseMillis = nowMillis;
    }
  }

  /** Whether an idle timeout has passed. A multiplexed session has none. */
  boolean expired(long nowMillis, long idleTimeoutMillis) {
    return !multiplexed() && idle(nowMillis, idleTimeoutMillis);
  }

  /** Whether nobody has used it for a time. */
  boolean idle(long nowMillis, long idleTimeoutMillis) {
    return nowMillis - lastUseMillis >= idleTimeoutMillis;
  }

  Session toProto() {
    return created.toBuilder()
        .setApproximateLastUseTime(TimestampSource.ofMillis(lastUseMillis))
        .build();
  }
}
