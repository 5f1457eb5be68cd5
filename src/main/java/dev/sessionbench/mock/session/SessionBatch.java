package dev.sessionbench.mock.session;

import dev.sessionbench.mock.transaction.SessionTransactions;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that one request created. They are born as one object with a count; a session gets
 * an object of its own when somebody first names it. So a creation costs the same for 1 session and
 * for {@value #MAX_SIZE}, and a million idle sessions take little memory.
 *
 * <p>A session's number is made of its batch's and of its position: its name leads to both. What is
 * kept for a position is nothing yet, the session, or the mark that it is gone, which is final.
 */
final class SessionBatch {
  static final int MAX_SIZE = 128;

  private static final int POSITION_BITS = 7;
  private static final Object GONE = new Object();

  /** In the object itself, as there may be very many. */
  private static final AtomicIntegerFieldUpdater<SessionBatch> ALIVE =
      AtomicIntegerFieldUpdater.newUpdater(SessionBatch.class, "alive");

  private final CreationTerms terms;
  private final long number;
  private final int size;

  @SuppressWarnings("UnusedVariable") // ALIVE uses it.
  private volatile int alive;

  private volatile @Nullable AtomicReferenceArray<@Nullable Object> named;

  /**
   * New sessions.
   *
   * @param terms what they share
   * @param number the batch's own number, at least 0
   * @param size how many, from 1 to {@value #MAX_SIZE}
   */
  SessionBatch(CreationTerms terms, long number, int size) {
    this.terms = terms;
    this.number = number;
    this.size = size;
    alive = size;
  }

  /** The number of the batch that holds a session. */
  static long batchOf(long sessionNumber) {
    return (sessionNumber - 1) >>> POSITION_BITS;
  }

  /** The position of a session in its batch. */
  static int positionOf(long sessionNumber) {
    return (int) (sessionNumber - 1) & (MAX_SIZE - 1);
  }

  CreationTerms terms() {
    return terms;
  }

  long number() {
    return number;
  }

  int size() {
    return size;
  }

  /** The number of the session at a position, from 1; numbers rise in the order of creation. */
  long sessionNumber(int position) {
    return (number << POSITION_BITS) + position + 1;
  }

  /** Whether all sessions are gone. */
  boolean isEmpty() {
    return alive == 0;
  }

  /**
   * The session at a position.
   *
   * @param transactions makes the transactions of a session that nobody has named before
   * @return the session; nothing if there is none or it is gone
   */
  @Nullable ServerSession session(int position, Supplier<SessionTransactions> transactions) {
    if (position >= size) {
      return null;
    }
    AtomicReferenceArray<@Nullable Object> sessions = named();
    Object known = sessions.get(position);
    if (known == null) {
      ServerSession first = new ServerSession(this, position, transactions.get());
      known = sessions.compareAndSet(position, null, first) ? first : sessions.get(position);
    }
    return known instanceof ServerSession session ? session : null;
  }

  /**
   * The session at a position, for a look that leaves nothing behind.
   *
   * @param transactions makes the transactions of a session that nobody has named before
   * @return the session, or one like it; nothing if it is gone
   */
  @Nullable ServerSession peek(int position, Supplier<SessionTransactions> transactions) {
    AtomicReferenceArray<@Nullable Object> sessions = named;
    Object known = sessions == null ? null : sessions.get(position);
    if (known == null) {
      return new ServerSession(this, position, transactions.get());
    }
    return known instanceof ServerSession session ? session : null;
  }

  /**
   * Ends the session at a position.
   *
   * @return whether it was still there
   */
  boolean drop(int position) {
    boolean dropped = named().getAndSet(position, GONE) != GONE;
    if (dropped) {
      ALIVE.decrementAndGet(this);
    }
    return dropped;
  }

  private AtomicReferenceArray<@Nullable Object> named() {
    AtomicReferenceArray<@Nullable Object> sessions = named;
    if (sessions == null) {
      synchronized (this) {
        sessions = named;
        if (sessions == null) {
          sessions = new AtomicReferenceArray<>(size);
          named = sessions;
        }
      }
    }
    return sessions;
  }
}
