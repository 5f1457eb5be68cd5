package dev.sessionbench.mock.session;

import com.google.spanner.v1.Session;
import org.jspecify.annotations.Nullable;

/** One session of the server. There may be very many, so that each keeps little. */
final class ServerSession {
  /**
   * What sessions have in common that one request created: kept once for all of them.
   *
   * @param database the full name of the database, well formed
   * @param nameless the sessions as clients see them, but for their names and last use
   * @param createdMillis when, in milliseconds since the epoch
   */
  record CreationTerms(String database, Session nameless, long createdMillis) {
    /** The terms of sessions that are created from a template of labels, role and kind. */
    static CreationTerms of(String database, Session template, long createdMillis) {
      Session nameless =
          Session.newBuilder()
              .putAllLabels(template.getLabelsMap())
              .setCreatorRole(template.getCreatorRole())
              .setMultiplexed(template.getMultiplexed())
              .setCreateTime(TimestampSource.ofMillis(createdMillis))
              .build();
      return new CreationTerms(database, nameless, createdMillis);
    }
  }

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
