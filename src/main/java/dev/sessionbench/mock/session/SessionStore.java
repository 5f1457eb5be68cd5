package dev.sessionbench.mock.session;

import com.google.spanner.v1.Session;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.transaction.SessionLookup;
import dev.sessionbench.mock.transaction.SessionTransactions;
import dev.sessionbench.mock.transaction.TimestampSource;
import dev.sessionbench.mock.transaction.TransactionSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of all databases, by the batches in which they were created.
 *
 * <p>A session that was idle too long is dropped when somebody names it, and by a sweep: every
 * creation looks at the next {@value #SWEPT_PER_CREATION} batches that can expire, so that sessions
 * which nobody names again do not pile up, and no RPC pays for a pass over all of them. It rests
 * until the oldest session that the last pass saw can have expired.
 */
public final class SessionStore implements SessionLookup {
  private static final int SWEPT_PER_CREATION = 2;

  /** Those passed over included, so that no creation takes long. */
  private static final int SEEN_PER_CREATION = 64;

  private final TimestampSource time;
  private final long idleTimeoutMillis;
  private final BatchTable batches = new BatchTable();
  private final AtomicLong batchNumbers = new AtomicLong();
  private final TransactionSource transactions;
  private final LongAdder requested = new LongAdder();
  private final LongAdder created = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder multiplexedCreated = new LongAdder();
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private Iterator<SessionBatch> sweep = batches.iterator();
  private long oldestSweptMillis;

  /** Before this time no session can have been idle for too long: a sweep would find nothing. */
  private volatile long nextExpiryMillis = Long.MIN_VALUE;

  private volatile @Nullable CreationTerms latestTerms;

  public SessionStore(TimestampSource time, Duration idleTimeout, TransactionSource transactions) {
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
    SessionBatch batch = create(database, template, 1);
    return batch.terms().toProto(batch.sessionNumber(0), batch.terms().createdMillis());
  }

  /**
   * Creates sessions.
   *
   * @param database the name of their database, well formed
   * @param template their labels, role and kind
   * @param count how many, from 1 to {@value SessionBatch#MAX_SIZE}
   * @return the sessions
   */
  SessionBatch create(String database, Session template, int count) {
    long nowMillis = time.millis();
    sweep(nowMillis);
    CreationTerms terms = terms(database, template, nowMillis);
    SessionBatch batch = new SessionBatch(terms, batchNumbers.getAndIncrement(), count);
    (terms.multiplexed() ? multiplexedCreated : created).add(count);
    batches.add(batch);
    return batch;
  }

  private CreationTerms terms(String database, Session template, long nowMillis) {
    CreationTerms latest = latestTerms;
    if (latest == null || !latest.match(database, template, nowMillis)) {
      latest = new CreationTerms(database, template, nowMillis);
      latestTerms = latest;
    }
    return latest;
  }

  @Override
  public SessionTransactions transactionsOf(String name) {
    return use(name).transactions();
  }

  /**
   * Finds a session and marks it as used.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the name is malformed, NOT_FOUND if there is no such
   *     session or it has expired
   */
  ServerSession use(String name) {
    ServerSession session = find(name);
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

  private @Nullable ServerSession find(String name) {
    long number = SessionNumber.of(name);
    if (number == SessionNumber.NONE) {
      return null;
    }
    SessionBatch batch = batches.get(SessionBatch.batchOf(number));
    // The name ends with this number, so that it is the session's if it begins as the batch's do.
    if (batch == null || name.lastIndexOf('/') + 1 != batch.terms().namePrefix().length()) {
      return null;
    }
    return name.startsWith(batch.terms().namePrefix())
        ? batch.session(SessionBatch.positionOf(number), () -> newTransactions(batch))
        : null;
  }

  /** The transactions of a new session. */
  private SessionTransactions newTransactions(SessionBatch batch) {
    return transactions.newSession(batch.terms().database(), batch.terms().multiplexed());
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
  public boolean lose(String name) {
    ServerSession session = find(name);
    return session != null && drop(session, lost);
  }

  /** The regular sessions of a database in the order of creation, those expired left out. */
  List<ServerSession> list(String database) {
    long nowMillis = time.millis();
    List<ServerSession> listed = new ArrayList<>();
    for (SessionBatch batch : batches) {
      if (!batch.terms().multiplexed() && batch.terms().database().equals(database)) {
        collect(batch, session -> !session.expired(nowMillis, idleTimeoutMillis), listed);
      }
    }
    listed.sort(Comparator.comparingLong(ServerSession::number));
    return listed;
  }

  private void collect(
      SessionBatch batch, Predicate<ServerSession> wanted, List<ServerSession> into) {
    for (int i = 0; i < batch.size(); i++) {
      ServerSession session = batch.peek(i, () -> newTransactions(batch));
      if (session != null && wanted.test(session)) {
        into.add(session);
      }
    }
  }

  public SessionStatistics statistics() {
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
  public int dropExpired() {
    long nowMillis = time.millis();
    int dropped = 0;
    for (SessionBatch batch : batches) {
      dropped += dropExpired(batch, nowMillis);
      if (batch.terms().multiplexed()) {
        List<ServerSession> idle = new ArrayList<>();
        collect(batch, session -> session.idle(nowMillis, idleTimeoutMillis), idle);
        idle.forEach(session -> session.transactions().forget());
      }
    }
    return dropped;
  }

  private boolean drop(ServerSession session, LongAdder reason) {
    SessionBatch batch = session.batch();
    boolean dropped = batch.drop(session.position());
    if (dropped) {
      reason.increment();
      session.transactions().end();
      if (batch.isEmpty()) {
        batches.remove(batch);
      }
    }
    return dropped;
  }

  private void sweep(long nowMillis) {
    if (nowMillis < nextExpiryMillis || !sweeping.compareAndSet(false, true)) {
      return;
    }
    try {
      int swept = 0;
      for (int i = 0; i < SEEN_PER_CREATION && swept < SWEPT_PER_CREATION && sweep.hasNext(); i++) {
        SessionBatch batch = sweep.next();
        // Multiplexed sessions do not expire; there may be many more of them than of the others.
        if (!batch.terms().multiplexed()) {
          dropExpired(batch, nowMillis);
          oldestSweptMillis = Math.min(oldestSweptMillis, batch.terms().createdMillis());
          swept++;
        }
      }
      if (!sweep.hasNext()) {
        nextExpiryMillis = oldestSweptMillis + idleTimeoutMillis;
        // Whatever the next pass does not see is created from now on.
        oldestSweptMillis = nowMillis;
        sweep = batches.iterator();
      }
    } finally {
      sweeping.set(false);
    }
  }

  private int dropExpired(SessionBatch batch, long nowMillis) {
    if (batch.terms().multiplexed()
        || nowMillis - batch.terms().createdMillis() < idleTimeoutMillis) {
      return 0;
    }
    List<ServerSession> idle = new ArrayList<>();
    collect(batch, session -> session.expired(nowMillis, idleTimeoutMillis), idle);
    int dropped = 0;
    for (ServerSession session : idle) {
      dropped += drop(session, expired) ? 1 : 0;
    }
    return dropped;
  }
}
