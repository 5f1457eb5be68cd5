package dev.sessionbench.mock.session;

import com.google.common.primitives.Longs;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.rpc.ResourceName;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.SessionTransactions.TransactionSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of all databases, by number.
 *
 * <p>An expired session is dropped when a request names it, or by a sweep, so that unused sessions
 * do not pile up. The first creation after an idle timeout since the last sweep looks at all
 * sessions.
 */
public final class SessionStore {
  private final TimestampSource time;
  private final long idleTimeoutMillis;
  private final ConcurrentHashMap<Long, ServerSession> sessions = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final TransactionSource source;
  private final LongAdder requested = new LongAdder();
  private final LongAdder created = new LongAdder();
  private final LongAdder deleted = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder multiplexedCreated = new LongAdder();
  private final AtomicLong nextSweepMillis = new AtomicLong(Long.MIN_VALUE);

  /**
   * An empty store.
   *
   * @param clock the time of their creation and use
   * @param idleTimeout how long a regular session lives unused
   */
  public SessionStore(InstantSource clock, Duration idleTimeout) {
    time = new TimestampSource(clock);
    source = new TransactionSource(time, new LockTable(time), new AtomicLong());
    idleTimeoutMillis = idleTimeout.toMillis();
  }

  /** Counts the regular sessions that a request asks for. */
  public void countRequested(int sessions) {
    requested.add(sessions);
  }

  /**
   * Creates sessions.
   *
   * @param database the name of their database, well formed
   * @param template their labels, role and kind
   * @param count how many, at least 1
   * @return the sessions
   */
  List<ServerSession> create(String database, Session template, int count) {
    long nowMillis = time.millis();
    sweep(nowMillis);
    // The common fields of the sessions of one request are stored once.
    Session nameless =
        Session.newBuilder()
            .putAllLabels(template.getLabelsMap())
            .setCreatorRole(template.getCreatorRole())
            .setMultiplexed(template.getMultiplexed())
            .setCreateTime(Timestamps.fromMillis(nowMillis))
            .build();
    List<ServerSession> batch = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ServerSession session = new ServerSession(database, nameless, nowMillis);
      sessions.put(session.number, session);
      batch.add(session);
    }
    (template.getMultiplexed() ? multiplexedCreated : created).add(count);
    return batch;
  }

  /**
   * Finds the transactions of a session and marks it as used.
   *
   * @param name the full name of the session
   * @return its transactions
   * @throws RpcFailure NOT_FOUND if there is no such session, INVALID_ARGUMENT if the name is
   *     malformed
   */
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
      ResourceName.SESSION.require(name);
      throw RpcFailure.sessionNotFound(name);
    }
    long nowMillis = time.millis();
    if (session.expired(nowMillis)) {
      drop(session, expired);
      throw RpcFailure.sessionNotFound(name);
    }
    session.touch(nowMillis);
    return session;
  }

  private @Nullable ServerSession find(String name) {
    Long number = Longs.tryParse(ResourceName.id(name));
    ServerSession session = number == null ? null : sessions.get(number);
    return session != null && session.name().equals(name) ? session : null;
  }

  /**
   * Deletes a session and its transactions.
   *
   * @throws RpcFailure as {@link #use} does, and INVALID_ARGUMENT if the session is multiplexed
   */
  void delete(String name) {
    ServerSession session = use(name);
    RpcFailure.invalidArgumentIf(
        session.multiplexed(), "Cannot delete multiplexed session: %s", name);
    if (!drop(session, deleted)) {
      throw RpcFailure.sessionNotFound(name);
    }
  }

  /**
   * Forgets a session, even during its requests.
   *
   * @return whether there was one of that name
   */
  public boolean lose(String name) {
    ServerSession session = find(name);
    return session != null && drop(session, lost);
  }

  /** The regular sessions of a database in the order of creation, without expired ones. */
  List<ServerSession> list(String database) {
    long nowMillis = time.millis();
    return sessions.values().stream()
        .filter(session -> !session.multiplexed() && session.database.equals(database))
        .filter(session -> !session.expired(nowMillis))
        .sorted(Comparator.comparingLong(session -> session.number))
        .toList();
  }

  /** Statistics of the sessions at this moment. */
  public SessionStatistics statistics() {
    // Read in this order, counts that are subtracted, or must not exceed another, can only be too
    // small.
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
   * Drops every session whose idle timeout has passed. A multiplexed session has no idle timeout;
   * after that time only its transactions are forgotten.
   *
   * @return how many sessions it dropped
   */
  public int dropExpired() {
    long nowMillis = time.millis();
    int dropped = 0;
    for (ServerSession session : sessions.values()) {
      if (session.expired(nowMillis)) {
        dropped += drop(session, expired) ? 1 : 0;
      } else if (session.idle(nowMillis)) {
        session.transactions().forget();
      }
    }
    return dropped;
  }

  private boolean drop(ServerSession session, LongAdder reason) {
    boolean dropped = sessions.remove(session.number, session);
    if (dropped) {
      // The other counters are of regular sessions.
      reason.add(session.multiplexed() ? 0 : 1);
      session.transactions().end();
    }
    return dropped;
  }

  private void sweep(long nowMillis) {
    long dueMillis = nextSweepMillis.get();
    if (nowMillis >= dueMillis
        && nextSweepMillis.compareAndSet(dueMillis, nowMillis + idleTimeoutMillis)) {
      var unused = dropExpired();
    }
  }

  /** One session of the server. It keeps little, because there may be very many. */
  final class ServerSession {
    final String database;
    private final Session nameless;

    /** Its position in the order of creation, from 1. */
    final long number = numbers.incrementAndGet();

    private @Nullable SessionTransactions transactions;
    private volatile long lastUseMillis;

    /**
     * A new session.
     *
     * @param database the full name of its database, well formed
     * @param nameless the session as clients see it, but for its name and last use
     * @param nowMillis when it is created, in milliseconds since the epoch
     */
    ServerSession(String database, Session nameless, long nowMillis) {
      this.database = database;
      this.nameless = nameless;
      this.lastUseMillis = nowMillis;
    }

    String name() {
      return database + "/sessions/" + number;
    }

    boolean multiplexed() {
      return nameless.getMultiplexed();
    }

    /**
     * Its transactions, created with the first call, because most of a million sessions may never
     * have any.
     */
    synchronized SessionTransactions transactions() {
      if (transactions == null) {
        transactions = new SessionTransactions(source, database, multiplexed());
      }
      return transactions;
    }

    void touch(long nowMillis) {
      // The plain read comes first, because sessions are used far more often than the clock ticks.
      if (lastUseMillis != nowMillis) {
        lastUseMillis = nowMillis;
      }
    }

    /** Whether its idle timeout has passed. A multiplexed session has no idle timeout. */
    boolean expired(long nowMillis) {
      return !multiplexed() && idle(nowMillis);
    }

    /** Whether it has been unused for the idle timeout. */
    boolean idle(long nowMillis) {
      return nowMillis - lastUseMillis >= idleTimeoutMillis;
    }

    Session toProto() {
      return nameless.toBuilder()
          .setName(name())
          .setApproximateLastUseTime(Timestamps.fromMillis(lastUseMillis))
          .build();
    }
  }

  /**
   * Statistics of a server's sessions at one moment. The numbers are consistent: {@code alive <=
   * created}, and {@code created <= requested}.
   *
   * @param requested regular sessions that clients asked for, counted when the request arrives,
   *     whether or not they were created
   * @param created regular sessions created, counted when the reply is sent
   * @param alive regular sessions created and since then not deleted, found expired or lost
   * @param deleted regular sessions that clients deleted
   * @param expired regular sessions that were found idle too long
   * @param lost regular sessions that the plan of faults took away
   * @param multiplexedCreated multiplexed sessions created; not part of the other numbers
   */
  public record SessionStatistics(
      long requested,
      long created,
      long alive,
      long deleted,
      long expired,
      long lost,
      long multiplexedCreated) {}
}
