package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.pool.WaitQueue.Waiter;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Handover;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions of a pool, their callers and its waiters. */
final class PoolState<S> {
  private static final long WAKE_STREAM = 0x3a4e;

  private final PoolOptions options;
  private final TimeSource time;
  private final boolean shared;
  private final Handover handover;
  private final Consumer<Waiter<S>> awaken;
  final WaitQueue<S> queue;

  /**
   * The last borrowers of the sessions that became free for a waking waiter at {@link #freedNanos}.
   */
  private final List<@Nullable Borrower<S>> freedBy = new ArrayList<>();

  private long freedNanos;
  private final IdleSessions<S> idleSessions;
  private final int[] onChannel;
  private int inUse;
  private int lent;
  volatile int creating;
  private int sessionsInFlight;
  int requestsInFlight;

  final PoolStatisticsBuilder counts = PoolStatisticsBuilder.builder();
  private long wakeups;
  private int idleBefore;
  private long idleSinceNanos;

  /**
   * The state of an empty pool.
   *
   * @param awaken must ask for {@link #awake} after a moment
   */
  PoolState(PoolOptions options, Traits traits, TimeSource time, Consumer<Waiter<S>> awaken) {
    this.options = options;
    this.shared = traits.shared();
    this.handover = traits.handover();
    this.awaken = awaken;
    this.time = time;
    this.queue = new WaitQueue<>(handover != Handover.ANY, options.seed());
    this.idleSessions = new IdleSessions<>(options.order(), options.seed());
    this.onChannel = new int[options.limits().numChannels()];
  }

  /**
   * What a strategy sees now.
   *
   * @param waiting how many wait; while waiters are woken, only some of them count
   */
  PoolView view(int waiting) {
    long now = time.nanos();
    return new PoolView(
        options.limits(),
        idle(),
        inUse,
        creating,
        sessionsInFlight,
        waiting,
        now,
        channel -> onChannel[channel],
        nanos -> idleSessions.idleSince(now - nanos));
  }

  PoolView view() {
    return view(queue.waiting());
  }

  int idle() {
    return idleSessions.size();
  }

  private int total() {
    return idle() + inUse;
  }

  /** Adds sessions being created; a negative number subtracts them. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Writes come one at a time.
  void creating(int channel, int sessions) {
    creating += sessions;
    onChannel[channel] += sessions;
  }

  /** Adds requests on their way and their sessions; negative numbers subtract them. */
  void inFlight(int requests, int sessions) {
    requestsInFlight += requests;
    sessionsInFlight += sessions;
  }

  /** Adds a session that has arrived and gives it to its owner, or else to the first waiter. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // As above.
  void arrive(PooledSession<S> session, @Nullable Waiter<S> owner) {
    creating--;
    counts.created(counts.created() + 1).neverUsed(counts.neverUsed() + 1);
    counts.maxTotal(Math.max(counts.maxTotal(), total() + 1));
    if (shared) {
      idleSessions.arrive(session);
      idleChanged();
      lendIdle();
    } else {
      pass(session, owner);
    }
  }

  /**
   * Gives a session that has arrived or come back to its owner, else to the first waiter, else to
   * the idle ones. Together with {@link WaitQueue} and {@link IdleSessions} this decides the order
   * in which callers are served.
   */
  private void pass(PooledSession<S> session, @Nullable Waiter<S> owner) {
    Waiter<S> taker = owner == null || owner.done ? queue.head() : owner;
    boolean atOnce = taker == owner || handover != Handover.RACED || wakesFirst();
    if (taker != null && taker != owner) {
      queue.leave();
    }
    if (taker != null && atOnce) {
      handOver(session, taker);
      return;
    }
    if (session.used) {
      idleSessions.giveBack(session);
    } else {
      idleSessions.arrive(session);
    }
    idleChanged();
    if (taker != null) {
      forgetFreed();
      freedBy.add(session.borrower);
      awaken.accept(taker);
    }
  }

  /** Whether the thread that wakes up runs before the one that woke it: an even chance. */
  private boolean wakesFirst() {
    return SeededDraws.uniform(options.seed(), WAKE_STREAM, wakeups++, 2) == 0;
  }

  /**
   * Whether a caller that comes now finds a session. Whoever releases a session and asks at once
   * finds it, if the waiter has not woken up. That others come at this very moment is an accident
   * of loads in whole milliseconds, so they find only what is free without that.
   */
  boolean mayTake(Waiter<S> waiter) {
    forgetFreed();
    return idle() > freedBy.size()
        || (idle() > 0 && freedBy.removeIf(borrower -> borrower == waiter.borrower));
  }

  private void forgetFreed() {
    if (freedNanos != time.nanos()) {
      freedBy.clear();
      freedNanos = time.nanos();
    }
  }

  /** Lends a session to a waiter that has woken up, or lets it wait again at the end. */
  void awake(Waiter<S> waiter) {
    if (idle() == 0) {
      queue.joinAgain(waiter);
    } else if (!waiter.done) {
      lend(waiter);
    } else if (queue.head() != null) {
      // It has given up, so its session is for the next.
      PooledSession<S> session = idleSessions.takeNext();
      idleChanged();
      pass(session, null);
    }
  }

  /** Adds a waiter: the sessions that are idle serve the first ones. */
  void join(Waiter<S> waiter) {
    if (idle() > 0) {
      lend(waiter);
    } else {
      queue.join(waiter);
    }
  }

  /** Lets the waiters that were blocked take sessions. */
  void unblock() {
    queue.unblock();
    lendIdle();
  }

  private void lendIdle() {
    for (Waiter<S> head = queue.head(); head != null && idle() > 0; head = queue.head()) {
      lend(head);
    }
  }

  /** Lends an idle session; there must be one. */
  void lend(Waiter<S> waiter) {
    PooledSession<S> session = shared ? idleSessions.next() : idleSessions.takeNext();
    idleChanged();
    handOver(session, waiter);
  }

  private void handOver(PooledSession<S> session, Waiter<S> waiter) {
    lent++;
    inUse += shared ? 0 : 1;
    counts.acquired(counts.acquired() + 1);
    counts.neverUsed(counts.neverUsed() - (session.used ? 0 : 1));
    counts.maxInUse(Math.max(counts.maxInUse(), Math.min(lent, total())));
    session.sinceNanos = time.nanos();
    session.used = true;
    session.borrower = waiter.borrower;
    queue.end(waiter);
    waiter.borrower.acquired(session);
  }

  /** Takes back a released session and gives it to the first waiter, or keeps it idle. */
  void takeBack(PooledSession<S> session) {
    counts.released(counts.released() + 1);
    lent--;
    if (shared) {
      return;
    }
    inUse--;
    session.sinceNanos = time.nanos();
    pass(session, null);
  }

  /** Closes idle sessions and returns how many. */
  int close(int most, ShrinkStrategy shrink, SessionService<S> service) {
    if (most <= 0 || idle() == 0) {
      return 0;
    }
    List<PooledSession<S>> given = idleSessions.take(most, shrink.order());
    for (PooledSession<S> session : given) {
      onChannel[session.channel()]--;
      if (shrink.deletes()) {
        service.delete(session.session());
      }
    }
    counts.closed(counts.closed() + given.size());
    service.closed(given.size());
    idleChanged();
    return given.size();
  }

  private void idleChanged() {
    long now = time.nanos();
    counts.idleNanos(counts.idleNanos() + idleBefore * (now - idleSinceNanos));
    idleBefore = idle();
    idleSinceNanos = now;
  }

  PoolStatistics statistics() {
    idleChanged();
    return counts.build();
  }
}
