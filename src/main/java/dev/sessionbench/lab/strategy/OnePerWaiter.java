package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.strategy.Traits.Failure;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One request at every miss, in a queue that one thread works off, as far as the maximum allows.
 * Without elision that is all. With it a miss adds one only if more wait than are queued, and
 * before each is sent it is dropped unless there still is room and either fewer are idle than the
 * minimum or more callers wait than are idle. After each answer the thread pauses 30 ms. After a
 * failure it pauses from 10 ms, doubling to 5 s, and tries once more; nobody hears of it. A
 * housekeeper looks after the idle minimum every 30 s.
 *
 * <p>In HikariCP a caller that takes a connection from under a waiter asks for one more; with a
 * queue that hands over that does not happen. Without elision: the same class as it was before pull
 * request 776 (2016).
 */
final class OnePerWaiter implements GrowthStrategy {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
  private static final long LEAST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MOST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Channels channels = new Channels(Channels.ANY_SIZE);
  private final PeriodicLook housekeeper = new PeriodicLook(TimeUnit.SECONDS.toNanos(30));
  private final boolean elides;
  private long backoffNanos = LEAST_BACKOFF_NANOS;
  private long triesAgainNanos = NEVER;

  /**
   * Makes one for one pool, whose minimum is that of the idle sessions.
   *
   * @param elides whether it asks again whether a request is needed
   */
  OnePerWaiter(boolean elides) {
    this.elides = elides;
  }

  @Override
  public Traits traits() {
    Traits serial = Traits.QUEUED.with(Failure.NOBODY).atMostInFlight(1);
    return elides ? serial.pausing(PAUSE_NANOS) : serial;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int minIdle = pool.limits().minSessions();
    int missing = Math.min(pool.room(), minIdle - pool.idle() - pool.creating());
    int due = housekeeper.due(pool, event, missing);
    if (event instanceof PoolEvent.Opened) {
      return channels.singly(pool, minIdle);
    }
    if (event instanceof PoolEvent.Failed) {
      triesAgainNanos = pool.nowNanos() + backoffNanos;
      backoffNanos = Math.min(2 * backoffNanos, MOST_BACKOFF_NANOS);
    } else if (event instanceof PoolEvent.Created) {
      backoffNanos = LEAST_BACKOFF_NANOS;
    }
    if (event instanceof PoolEvent.Tick && pool.nowNanos() >= triesAgainNanos) {
      triesAgainNanos = NEVER;
      due = Math.max(1, due);
    }
    int queued = pool.creating() - pool.sessionsInFlight();
    boolean asks = event.isMiss() && (!elides || pool.waiting() + 1 > queued);
    return channels.singly(pool, asks ? 1 : due);
  }

  @Override
  public int stillNeeded(PoolView pool, Creation creation) {
    boolean wanted =
        !elides || pool.idle() < pool.limits().minSessions() || pool.waiting() > pool.idle();
    return wanted && pool.total() < pool.limits().maxSessions() ? 1 : 0;
  }

  @Override
  public long nextTickNanos() {
    return Math.min(triesAgainNanos, housekeeper.nextNanos());
  }
}
