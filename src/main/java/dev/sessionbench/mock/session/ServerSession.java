package dev.sessionbench.mock.session;

import com.google.spanner.v1.Session;
import dev.sessionbench.mock.transaction.SessionTransactions;

/** One session of the server. */
final class ServerSession {
  private final SessionBatch batch;
  private final int position;
  private final SessionTransactions transactions;
  private volatile long lastUseMillis;

  ServerSession(SessionBatch batch, int position, SessionTransactions transactions) {
    this.batch = batch;
    this.position = position;
    this.transactions = transactions;
    this.lastUseMillis = batch.terms().createdMillis();
  }

  SessionBatch batch() {
    return batch;
  }

  /** The position among those that were created with it. */
  int position() {
    return position;
  }

  /** The position in the order of creation. */
  long number() {
    return batch.sessionNumber(position);
  }

  String name() {
    return batch.terms().namePrefix() + number();
  }

  String database() {
    return batch.terms().database();
  }

  boolean multiplexed() {
    return batch.terms().multiplexed();
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
    return batch.terms().toProto(number(), lastUseMillis);
  }
}
