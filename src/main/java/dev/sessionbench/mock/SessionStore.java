package dev.sessionbench.mock;

import com.google.spanner.v1.Session;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The sessions of all databases.
 *
 * <p>A session that was idle too long is dropped when somebody names it, and by a sweep: every
 * creation looks at the next {@value #SWEPT_PER_CREATION} sessions, so that sessions which nobody
 * names again do not pile up, and no RPC pays for a pass over all of them.
 */
final class SessionStore {
  private static final int SWEPT_PER_CREATION = 4;

  private final TimestampSource time;
  private final long idleTimeoutMillis;
  private final ConcurrentHashMap<String, ServerSession> byName = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final TransactionSource transactions;
  private final LongAdder requested = new LongAdder();
  private final LongAdder created = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder multiplexedCreated = new LongAdder();
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private Iterator<ServerSession> sweep = byName.values().iterator();

  SessionStore(TimestampSource time, Duration idleTimeout, TransactionSource transactions) {
    this.time = time;
    this.transactions = transactions;
    this.idleTimeoutMillis = idleTimeout.toMillis();
  }

  void countRequested(int sessions) {
    requested.add(sessions);
  }

  /**
   * Creates a session.
   *
   * @param database the name of its database, well formed
   * @param template its labels, role and kind
   * @return the session as clients see it
   */
  Session create(String database, Session template) {
    long nowMillis = time.millis();
    sweep(nowMillis);
    long number = numbers.incrementAndGet();
    Session proto =
        Session.newBuilder()
            .setName(database + "/sessions/" + number)
            .putAllLabels(template.getLabelsMap())
            .setCreatorRole(template.getCreatorRole())
            .setMultiplexed(template.getMultiplexed())
            .setCreateTime(TimestampSource.ofMillis(nowMillis))
            .build();
    SessionTransactions own = transactions.newSession(database, template.getMultiplexed());
    ServerSession session = new ServerSession(number, database, proto, own, nowMillis);
    (session.multiplexed() ? multiplexedCreated : created).increment();
    byName.put(session.name(), session);
    return session.toProto();
  }

  /**
   * Finds a session and marks it as used.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the name is malformed, NOT_FOUND if there is no such
   *     session or it has expired
   */
  ServerSession use(String name) {
    ServerSession session = byName.get(name);
    if (session == null) {
      ResourceNames.requireSession(name);
      throw RpcFailure.sessionNotFound(name);
    }
    long nowMillis = time.millis();
    if (session.expired(nowMillis, idleTimeoutMillis)) {
      drop(session, expired);
      throw RpcFailure.sessionNotFound(name);
    }
    session.touch(nowMillis);
    return session;
  }

  /**
   * Deletes a session and its transactions.
   *
   * @throws RpcFailure as {@link #use} does, and INVALID_ARGUMENT if the session is multiplexed
   */
  void delete(String name) {
    ServerSession session = use(name);
    if (session.multiplexed()) {
      throw RpcFailure.invalidArgument("Cannot delete multiplexed session: " + name);
    }
    if (!drop(session, deleted)) {
      throw RpcFailure.sessionNotFound(name);
    }
  }

  /**
   * Forgets a session, whatever it is doing.
   *
   * @return whether there was one of that name
   */
  boolean lose(String name) {
    ServerSession session = byName.get(name);
    return session != null && drop(session, lost);
  }

  /** The regular sessions of a database in the order of creation, those expired left out. */
  List<ServerSession> list(String database) {
    long nowMillis = time.millis();
    return byName.values().stream()
        .filter(s -> !s.multiplexed() && s.database().equals(database))
        .filter(s -> !s.expired(nowMillis, idleTimeoutMillis))
        .sorted(Comparator.comparingLong(ServerSession::number))
        .toList();
  }

  SessionStatistics statistics() {
    // In this order what is subtracted, or must not be exceeded, can only be too small.
    long deleted = this.deleted.sum();
    long expired = this.expired.sum();
    long lost = this.lost.sum();
    long created = this.created.sum();
    long requested = this.requested.sum();
    return new SessionStatistics(
        requested,
        created,
        created - deleted - expired - lost,
        deleted,
        expired,
        lost,
        multiplexedCreated.sum());
  }

  /**
   * Drops every session that was idle too long. What a multiplexed session holds, which has no idle
   * timeout, is forgotten after that time.
   *
   * @return how many sessions it dropped
   */
  int dropExpired() {
    long nowMillis = time.millis();
    int dropped = 0;
    for (ServerSession session : byName.values()) {
      if (session.expired(nowMillis, idleTimeoutMillis) && drop(session, expired)) {
        dropped++;
      } else if (session.multiplexed() && session.idle(nowMillis, idleTimeoutMillis)) {
        session.transactions().forget();
      }
    }
    return dropped;
  }

  private boolean drop(ServerSession session, LongAdder reason) {
    boolean dropped = byName.remove(session.name(), session);
    if (dropped) {
      reason.increment();
      session.transactions().end();
    }
    return dropped;
  }

  private void sweep(long nowMillis) {
    if (!sweeping.compareAndSet(false, true)) {
      return;
    }
    try {
      if (!sweep.hasNext()) {
        sweep = byName.values().iterator();
      }
      for (int i = 0; i < SWEPT_PER_CREATION && sweep.hasNext(); i++) {
        ServerSession session = sweep.next();
        if (session.expired(nowMillis, idleTimeoutMillis)) {
          drop(session, expired);
        }
      }
    } finally {
      sweeping.set(false);
    }
  }
}
