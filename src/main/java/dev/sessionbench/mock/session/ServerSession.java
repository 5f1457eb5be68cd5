package dev.sessionbench.mock.session;

import com.google.spanner.v1.Session;
import dev.sessionbench.mock.transaction.SessionTransactions;
import dev.sessionbench.mock.transaction.TimestampSource;
import dev.sessionbench.mock.transaction.TransactionSource;
import org.jspecify.annotations.Nullable;

/** One session of the server. There may be very many, so that each keeps little. */
final class ServerSession {
  private final CreationTerms terms;
  private final long number;
  private final TransactionSource source;
  private @Nullable SessionTransactions transactions;
  private volatile long lastUseMillis;

  /**
   * A new session.
   *
   * @param terms what it shares with those created beside it
   * @param number its position in the order of creation, from 1
   * @param source what the transactions of all sessions share
   */
  ServerSession(CreationTerms terms, long number, TransactionSource source) {
    this.terms = terms;
    this.number = number;
    this.source = source;
    this.lastUseMillis = terms.createdMillis();
  }

  long number() {
    return number;
  }

  String name() {
    return terms.database() + "/sessions/" + number;
  }

  String database() {
    return terms.database();
  }

  boolean multiplexed() {
    return terms.nameless().getMultiplexed();
  }

  long createdMillis() {
    return terms.createdMillis();
  }

  /** Its transactions, made with the first call: most of a million sessions may never have any. */
  synchronized SessionTransactions transactions() {
    if (transactions == null) {
      transactions = new SessionTransactions(source, database(), multiplexed());
    }
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
    return terms.nameless().toBuilder()
        .setName(name())
        .setApproximateLastUseTime(TimestampSource.ofMillis(lastUseMillis))
        .build();
  }
}
