package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.lab.pool.PoolState.WaitQueue.Waiter;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sessions of a pool and who has them or waits for them: what its rules see. */
final class PoolState<S> implements PoolView {
  private static final int ALL = -1;

  private final PoolOptions options;
  private final TimeSource time;
  private final boolean shared;
  final WaitQueue<S> queue = new WaitQueue<>();
  private final IdleSessions<S> idleSessions;
  private final int[] onChannel;
  private int inUse;
  private int lent;
  private volatile int creating;
  private int sessionsInFlight;
  private int requestsInFlight;
  private int shownWaiting = ALL;

  final PoolStatisticsBuilder counts = PoolStatisticsBuilder.builder();
  private int idleBefore;
  private long idleSinceNanos;

  PoolState(PoolOptions options, boolean shared, TimeSource time) {
    this.options = options;
    this.shared = shared;
    this.time = time;
    this.idleSessions = new IdleSessions<>(options.order(), options.seed());
    this.onChannel = new int[options.limits().numChannels()];
  }

  @Override
  public Limits limits() {
    return options.limits();
  }

  @Override
  public int idle() {
    return idleSessions.size();
  }

  @Override
  public int inUse() {
    return inUse;
  }

  @Override
  public int creating() {
    return creating;
  }

  @Override
  public int sessionsInFlight() {
    return sessionsInFlight;
  }

  @Override
  public int requestsInFlight() {
    return requestsInFlight;
  }

  @Override
  public int waiting() {
    return shownWaiting == ALL ? queue.waiting() : shownWaiting;
  }

  @Override
  public int onChannel(int channel) {
    return onChannel[channel];
  }

  @Override
  public int idleFor(long nanos) {
    return idleSessions.idleSince(time.nanos() - nanos);
  }

  @Override
  public long nowNanos() {
    return time.nanos();
  }

  /** Shows a rule that so many wait: of those who are about to be asked again only some count. */
  void showWaiting(int waiting) {
    shownWaiting = waiting;
  }

  void showAllWaiting() {
    shownWaiting = ALL;
  }

  /** Sessions of a request are being created from now on, or, where negative, no longer. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // One thing after the other; others only read it.
  void creating(int channel, int sessions) {
    creating += sessions;
    onChannel[channel] += sessions;
  }

  /** Requests and their sessions are on their way from now on, or, where negative, no longer. */
  void inFlight(int requests, int sessions) {
    requestsInFlight += requests;
    sessionsInFlight += sessions;
  }

  /** A request leaves that is among those in flight. */
  void sent() {
    counts.requests(counts.requests() + 1);
    counts.maxInFlight(Math.max(counts.maxInFlight(), requestsInFlight));
  }

  /** A session that was being created is there: the owner's, or else the first waiter's. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // As above.
  void arrive(PooledSession<S> session, @Nullable Waiter<S> owner) {
    creating--;
    counts.created(counts.created() + 1).neverUsed(counts.neverUsed() + 1);
    counts.maxTotal(Math.max(counts.maxTotal(), total() + 1));
    if (owner != null && !owner.done && !shared) {
      handOver(session, owner);
    } else if (!shared && queue.head() != null) {
      handOver(session, queue.head());
    } else {
      idleSessions.arrive(session);
      idleChanged();
    }
    if (shared) {
      lendToAll(owner);
    }
  }

  private void lendToAll(@Nullable Waiter<S> owner) {
    if (owner != null && !owner.done) {
      lend(owner);
    }
    for (Waiter<S> head = queue.head(); head != null; head = queue.head()) {
      lend(head);
    }
  }

  /** Lends an idle session, of which there must be one. */
  void lend(Waiter<S> waiter) {
    if (shared) {
      PooledSession<S> one = idleSessions.next();
      give(new PooledSession<>(one.session(), one.channel(), time.nanos()), waiter, !one.used);
      one.sinceNanos = time.nanos();
      one.used = true;
      return;
    }
    PooledSession<S> session = idleSessions.takeNext();
    idleChanged();
    handOver(session, waiter);
  }

  private void handOver(PooledSession<S> session, Waiter<S> waiter) {
    boolean first = !session.used;
    inUse++;
    session.sinceNanos = time.nanos();
    session.used = true;
    give(session, waiter, first);
  }

  private void give(PooledSession<S> session, Waiter<S> waiter, boolean first) {
    lent++;
    counts.acquired(counts.acquired() + 1).neverUsed(counts.neverUsed() - (first ? 1 : 0));
    counts.maxInUse(Math.max(counts.maxInUse(), Math.min(lent, total())));
    queue.end(waiter);
    waiter.borrower.acquired(session);
  }

  /** A session comes back: the first waiter's, or idle. */
  void takeBack(PooledSession<S> session) {
    counts.released(counts.released() + 1);
    lent--;
    if (shared) {
      return;
    }
    inUse--;
    session.sinceNanos = time.nanos();
    Waiter<S> head = queue.head();
    if (head != null) {
      handOver(session, head);
    } else {
      idleSessions.giveBack(session);
      idleChanged();
    }
  }

  /** Closes idle sessions and returns how many. */
  int close(int most, ShrinkStrategy rule, SessionService<S> service) {
    if (most <= 0 || idle() == 0) {
      return 0;
    }
    List<PooledSession<S>> given = idleSessions.take(most, rule.order());
    for (PooledSession<S> session : given) {
      onChannel[session.channel()]--;
      if (rule.deletes()) {
        service.delete(session.session());
      }
    }
    counts.closed(counts.closed() + given.size());
    counts.deletions(counts.deletions() + (rule.deletes() ? given.size() : 0));
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

  /**
   * Those who wait, first come, first served; and all of them, those too who are tied to a request
   * of their own and so stand in no queue, in the order in which their patience ends.
   *
   * <p>Who leaves from the middle of a queue stays in it as an empty entry, so that giving up
   * searches no queue.
   */
  static final class WaitQueue<S> {
    private final Deque<Waiter<S>> queue = new ArrayDeque<>();
    private final Deque<Waiter<S>> byDeadline = new ArrayDeque<>();
    private int waiting;

    /** Those in the queue. */
    int waiting() {
      return waiting;
    }

    /** Remembers when somebody's patience ends; all have the same. */
    void expect(Waiter<S> waiter) {
      byDeadline.add(waiter);
    }

    void join(Waiter<S> waiter) {
      waiter.queued = true;
      queue.add(waiter);
      waiting++;
    }

    /** Takes somebody out who is to be served by nothing but its own request from now on. */
    void tie(Waiter<S> waiter) {
      // Not left as an empty entry: it may have to join again.
      queue.remove(waiter);
      waiting--;
      waiter.queued = false;
    }

    /** Ends somebody's wait. */
    void end(Waiter<S> waiter) {
      if (waiter.queued) {
        waiting--;
      }
      waiter.done = true;
      waiter.queued = false;
    }

    /** The first of the queue, who stays in it. */
    @Nullable Waiter<S> head() {
      Waiter<S> head = queue.peek();
      while (head != null && !head.queued) {
        queue.poll();
        head = queue.peek();
      }
      return head;
    }

    /** All in the queue, in their order. */
    List<Waiter<S>> all() {
      return queue.stream().filter(waiter -> waiter.queued).toList();
    }

    /** Who is the next to run out of patience. */
    @Nullable Waiter<S> nextToExpire() {
      Waiter<S> first = byDeadline.peek();
      while (first != null && first.done) {
        byDeadline.poll();
        first = byDeadline.peek();
      }
      return first;
    }

    /** A caller who has asked for a session and has neither got one nor been refused. */
    static final class Waiter<S> {
      final Borrower<S> borrower;

      /** The last moment at which it waits. */
      final long deadlineNanos;

      /** Whether it waits no more, for whatever reason. */
      boolean done;

      /** Whether it is in the queue, where any session may serve it. */
      boolean queued;

      Waiter(Borrower<S> borrower, long deadlineNanos) {
        this.borrower = borrower;
        this.deadlineNanos = deadlineNanos;
      }
    }
  }
}
