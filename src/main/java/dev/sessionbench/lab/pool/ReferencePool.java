package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.lab.pool.WaitQueue.Waiter;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Traits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session pool that follows {@link GrowthStrategy} and leaves all decisions on growth to it. It
 * never blocks and has no thread. It handles every event on the thread that brings it, one event
 * after the other. So one class runs in virtual time and over real calls.
 *
 * <p>It handles an event in this order. The pool changes its own state and lends sessions to
 * waiters. The growth strategy decides, then the shrink strategy. The pool sends requests. It wakes
 * the remaining waiters as the {@link Traits} say.
 *
 * @param <S> what stands for a session
 */
public final class ReferencePool<S> {
  /** How long a waiter needs to wake up: assumed, see docs/strategies.md. */
  private static final long WAKING_NANOS = 100_000;

  private final PoolOptions options;
  private final GrowthStrategy growth;
  private final Traits traits;
  private final ShrinkStrategy shrink;
  private final TimeSource time;
  private final Mailbox mailbox = new Mailbox();
  private final PoolState<S> state;
  private final WaitQueue<S> queue;
  private final SessionService<S> service;

  /** What waits for its turn: the requests, and sessions that the same threads take back. */
  private final Queue<Runnable> unsent = new ArrayDeque<>();

  private final Alarm tick = new Alarm(this::ticked);
  private final Alarm expiry = new Alarm(this::expire);
  private @Nullable Waiter<S> lastHead;
  private boolean pausing;
  private boolean retired;

  /**
   * Makes a pool that is not open yet.
   *
   * @param options its settings
   * @param growth decides how it grows; an instance that no other pool uses
   * @param shrink decides how it shrinks, likewise; empty for never
   * @param service creates its sessions
   * @param time its clock
   */
  public ReferencePool(
      PoolOptions options,
      GrowthStrategy growth,
      Optional<ShrinkStrategy> shrink,
      SessionService<S> service,
      TimeSource time) {
    this.options = options;
    this.growth = growth;
    this.traits = growth.traits();
    this.shrink = shrink.orElse((pool, event) -> 0);
    this.time = time;
    this.state = new PoolState<>(options, traits, time, this::awaken);
    this.queue = state.queue;
    this.service = service;
  }

  /**
   * Opens it, so that the strategy can begin to fill it. Must be called once, before anything else.
   */
  public void open() {
    mailbox.run(() -> happened(new PoolEvent.Opened()));
  }

  /**
   * Asks for a session.
   *
   * @param borrower called once, with a session or a refusal
   * @return gives up the wait, after which the borrower is not called; without effect after that
   *     call
   */
  public TimeSource.Cancellable acquire(Borrower<S> borrower) {
    long limit = options.acquireTimeoutNanos();
    long deadline = limit == PoolOptions.FOR_EVER ? GrowthStrategy.NEVER : time.nanos() + limit;
    Waiter<S> waiter = new Waiter<>(borrower, deadline);
    mailbox.run(() -> wanted(waiter));
    return () -> mailbox.run(() -> queue.end(waiter));
  }

  /** Releases a session, unchanged. */
  public void release(PooledSession<S> session) {
    mailbox.run(
        () -> {
          if (traits.queuedReleases()) {
            unsent.add(() -> mailbox.run(() -> returned(session)));
            sendAll();
          } else {
            returned(session);
          }
        });
  }

  private void awaken(Waiter<S> waiter) {
    time.after(WAKING_NANOS, () -> mailbox.run(() -> state.awake(waiter)));
  }

  /** Stops the ticks of the strategies; requests already decided are still sent. */
  public void retire() {
    mailbox.run(
        () -> {
          retired = true;
          tick.set(GrowthStrategy.NEVER);
          expireLater();
        });
  }

  /** The counts of what it has done; completes at once, unless another event is being handled. */
  public CompletableFuture<PoolStatistics> statistics() {
    return read(state::statistics);
  }

  /** The state of the pool; completes at once, unless another event is being handled. */
  public CompletableFuture<PoolView> view() {
    return read(state::view);
  }

  private <T> CompletableFuture<T> read(Supplier<T> reader) {
    CompletableFuture<T> read = new CompletableFuture<>();
    mailbox.run(() -> read.complete(reader.get()));
    return read;
  }

  /** Sessions asked for that have neither arrived nor been lost. */
  public int creating() {
    return state.creating;
  }

  private void wanted(Waiter<S> waiter) {
    if (state.mayTake(waiter)) {
      state.lend(waiter);
      happened(new PoolEvent.Wanted(true));
    } else if (options.failsWhenFull() && traits.full().test(state.view())) {
      refuse(waiter, "the pool is full");
    } else {
      queue.expect(waiter);
      expireLater();
      if (!tied(waiter, decide(new PoolEvent.Wanted(false), waiter, queue.waiting()))) {
        // The strategy has just been asked about a caller that joins as the first.
        lastHead = queue.head() == null ? waiter : lastHead;
        if (traits.waitsForCreations() && state.creating > 0) {
          queue.block(waiter);
        } else {
          queue.join(waiter);
        }
      }
      settle(false);
    }
  }

  /** Ties the caller to one of its own requests if the strategy does so; returns whether it did. */
  private boolean tied(Waiter<S> waiter, List<Request> own) {
    if (traits.serving() == Traits.Serving.QUEUED || own.isEmpty()) {
      return false;
    }
    int mine = traits.serving() == Traits.Serving.BY_FIRST_OF_OWN ? 0 : own.size() - 1;
    own.get(mine).owner = waiter;
    return true;
  }

  private void returned(PooledSession<S> session) {
    state.takeBack(session);
    happened(new PoolEvent.Returned());
  }

  private void answered(Request request, List<S> sessions, String why) {
    PoolEvent event = sessions.isEmpty() ? lost(request, why) : arrived(request, sessions);
    if (state.creating == 0) {
      state.unblock();
    }
    happened(event);
  }

  private PoolEvent arrived(Request request, List<S> sessions) {
    Waiter<S> owner = request.owner;
    request.owner = null;
    for (S session : sessions) {
      int channel = request.creation.channel();
      state.arrive(new PooledSession<>(session, channel, time.nanos()), owner);
      owner = null;
    }
    state.inFlight(0, -sessions.size());
    request.outstanding -= sessions.size();
    if (request.outstanding > 0 && traits.asksAgain()) {
      send(request);
    } else {
      end(request);
      if (traits.pauseNanos() > 0) {
        pausing = true;
        time.after(traits.pauseNanos(), () -> mailbox.run(this::resume));
      }
    }
    return new PoolEvent.Created();
  }

  private void resume() {
    pausing = false;
    settle(false);
  }

  /** Ends a request; its outstanding sessions will not come. */
  private void end(Request request) {
    state.inFlight(-1, -request.outstanding);
    giveBack(request, request.outstanding);
  }

  private void giveBack(Request request, int sessions) {
    request.outstanding -= sessions;
    state.creating(request.creation.channel(), -sessions);
  }

  private PoolEvent lost(Request request, String why) {
    int lost = request.outstanding;
    end(request);
    Waiter<S> owner = request.owner;
    if (owner != null && !owner.done) {
      refuse(owner, why);
    } else {
      switch (traits.failure()) {
        case WHO_ASKED -> refuseIfTied(request.asker, why);
        case AS_MANY_AS_LOST -> refuseHeads(lost, why);
        case HEAD -> refuseHeads(1, why);
        case EVERYBODY -> refuseHeads(Integer.MAX_VALUE, why);
        case NOBODY -> {}
      }
    }
    return new PoolEvent.Failed(lost);
  }

  private void refuseHeads(int most, String why) {
    Waiter<S> head = queue.head();
    for (int i = 0; i < most && head != null; i++) {
      refuse(head, why);
      head = queue.head();
    }
  }

  /** Refuses a caller that waits for another of its own requests than the failed one. */
  private void refuseIfTied(@Nullable Waiter<S> waiter, String why) {
    if (waiter != null && !waiter.done && !waiter.queued) {
      refuse(waiter, why);
    }
  }

  private void refuse(Waiter<S> waiter, String why) {
    state.counts.refused(state.counts.refused() + 1);
    queue.end(waiter);
    waiter.borrower.refused(why);
  }

  private void happened(PoolEvent event) {
    decide(event, null, queue.waiting());
    settle(
        event instanceof PoolEvent.Returned
            || event instanceof PoolEvent.Created
            || event instanceof PoolEvent.Failed);
  }

  /** Passes an event to both strategies and returns the requests decided, which wait to be sent. */
  private List<Request> decide(PoolEvent event, @Nullable Waiter<S> asker, int waiting) {
    List<Request> requests = List.of();
    boolean tick = event instanceof PoolEvent.Tick;
    if (!tick || growth.nextTickNanos() <= time.nanos()) {
      requests = take(growth.decide(state.view(waiting), event), asker);
    }
    if (!tick || shrink.nextTickNanos() <= time.nanos()) {
      int closed = state.close(shrink.decide(state.view(waiting), event), shrink, service);
      if (closed > 0) {
        PoolEvent after = new PoolEvent.Closed(closed);
        take(growth.decide(state.view(waiting), after), null);
        shrink.decide(state.view(waiting), after);
      }
    }
    return requests;
  }

  /** Queues the requests decided, to be sent in their turn. */
  private List<Request> take(List<Creation> decided, @Nullable Waiter<S> asker) {
    if (decided.isEmpty()) {
      return List.of();
    }
    List<Request> requests = new ArrayList<>(decided.size());
    for (Creation creation : decided) {
      state.creating(creation.channel(), creation.sessions());
      Request request = new Request(creation, asker);
      requests.add(request);
      unsent.add(() -> begin(request));
    }
    return requests;
  }

  /** Sends the requests that may be sent now. */
  private void sendAll() {
    while (!pausing && !unsent.isEmpty() && state.requestsInFlight < traits.maxInFlight()) {
      unsent.remove().run();
    }
  }

  /** Sends a request as far as it is still needed. */
  private void begin(Request request) {
    boolean cancelled = traits.cancels() && request.owner != null && request.owner.done;
    int needed = cancelled ? 0 : growth.stillNeeded(state.view(), request.creation);
    giveBack(request, request.outstanding - needed);
    if (needed > 0) {
      state.inFlight(1, needed);
      send(request);
    } else if (request.owner != null && !request.owner.done) {
      // The owner of this request must wait for another session.
      state.join(request.owner);
    }
  }

  private void send(Request request) {
    state.counts.requests(state.counts.requests() + 1);
    service.create(
        request.creation.channel(),
        request.outstanding,
        (sessions, why) -> mailbox.run(() -> answered(request, sessions, why)));
  }

  private void settle(boolean wakesAll) {
    sendAll();
    if (traits.waking() == Traits.Waking.ALL && wakesAll) {
      wakeAll();
    } else if (traits.waking() == Traits.Waking.NEXT) {
      wakeNewHeads();
    }
    if (!retired) {
      tick.set(Math.min(growth.nextTickNanos(), shrink.nextTickNanos()));
    }
  }

  private void wakeAll() {
    int before = 0;
    for (Waiter<S> waiter : queue.all()) {
      before += wake(waiter, before) ? 0 : 1;
    }
  }

  private void wakeNewHeads() {
    for (Waiter<S> head = queue.head(); head != null && head != lastHead; head = queue.head()) {
      lastHead = head;
      wake(head, queue.waiting() - 1);
    }
  }

  /**
   * Asks the strategy about a waiter again; returns whether it is now tied to a request of its own.
   */
  private boolean wake(Waiter<S> waiter, int othersWaiting) {
    boolean tied = tied(waiter, decide(new PoolEvent.Woken(), waiter, othersWaiting));
    if (tied) {
      queue.tie(waiter);
    }
    sendAll();
    return tied;
  }

  private void ticked() {
    if (!retired) {
      happened(new PoolEvent.Tick());
    }
  }

  private void expireLater() {
    Waiter<S> next = queue.nextToExpire();
    expiry.set(next == null ? GrowthStrategy.NEVER : next.deadlineNanos);
  }

  private void expire() {
    Waiter<S> next = queue.nextToExpire();
    while (next != null && next.deadlineNanos <= time.nanos()) {
      if (traits.cancels() && !next.queued && state.mayTake(next)) {
        state.lend(next);
      } else {
        state.counts.timedOut(state.counts.timedOut() + 1);
        queue.end(next);
        next.borrower.refused("no session within the time limit");
      }
      next = queue.nextToExpire();
    }
    expireLater();
    settle(false);
  }

  /** Runs a task at a moment that can be changed at any time. */
  private final class Alarm {
    private final Runnable task;
    private long atNanos = GrowthStrategy.NEVER;
    private @Nullable Cancellable scheduled;

    Alarm(Runnable task) {
      this.task = task;
    }

    /** Runs the task at this moment, which replaces any earlier one. */
    void set(long nanos) {
      if (nanos == atNanos) {
        return;
      }
      if (scheduled != null) {
        scheduled.cancel();
        scheduled = null;
      }
      atNanos = nanos;
      if (nanos != GrowthStrategy.NEVER) {
        scheduled = time.after(nanos - time.nanos(), () -> mailbox.run(this::rings));
      }
    }

    private void rings() {
      atNanos = GrowthStrategy.NEVER;
      scheduled = null;
      task.run();
    }
  }

  /**
   * A caller of a pool. It is called once, on any thread, perhaps before {@link
   * ReferencePool#acquire} returns. Must not block.
   *
   * @param <S> what stands for a session
   */
  public interface Borrower<S> {
    /**
     * Receives a session, to be given back by {@link ReferencePool#release}.
     *
     * @param session the session
     */
    void acquired(PooledSession<S> session);

    /**
     * Receives a refusal: there will be no session.
     *
     * @param why the reason, as a phrase
     */
    void refused(String why);
  }

  /**
   * A session in a pool. Only its pool changes it.
   *
   * @param <S> what stands for a session
   */
  public static final class PooledSession<S> {
    private final S session;
    private final int channel;

    /** The time since which it has been idle, or in use. */
    long sinceNanos;

    boolean used;

    /** Who had it last. */
    @Nullable Borrower<S> borrower;

    PooledSession(S session, int channel, long sinceNanos) {
      this.session = session;
      this.channel = channel;
      this.sinceNanos = sinceNanos;
    }

    /** The session. */
    public S session() {
      return session;
    }

    /** The channel that it was created on, from 0. */
    public int channel() {
      return channel;
    }
  }

  /**
   * Counts of a pool since it was opened.
   *
   * @param requests BatchCreateSessions requests sent, including those for the rest of a short
   *     answer
   * @param created sessions that arrived
   * @param closed sessions that it has closed
   * @param neverUsed sessions that arrived and were never lent
   * @param acquired times that a session was lent
   * @param released times that a session was released
   * @param timedOut callers whose wait exceeded the limit
   * @param refused callers who were refused for another reason: a full pool, or a failed request
   * @param maxInUse most sessions lent at the same time
   * @param maxTotal most sessions alive at the same time
   * @param idleNanos the time that sessions were idle, summed over the sessions, in nanoseconds
   */
  @RecordBuilder
  @RecordBuilder.Options(prefixEnclosingClassNames = false)
  public record PoolStatistics(
      long requests,
      long created,
      long closed,
      long neverUsed,
      long acquired,
      long released,
      long timedOut,
      long refused,
      int maxInUse,
      int maxTotal,
      long idleNanos) {}

  /**
   * Runs tasks in the order in which they came, on the thread that brings them. It holds no lock
   * and no thread waits. A task may come while another runs, also from the same thread. It then
   * runs afterwards, on the thread that runs the other.
   */
  private static final class Mailbox {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /**
     * Tasks that have come and have not ended. The thread that makes it 1 runs all until it is 0.
     */
    private final AtomicInteger open = new AtomicInteger();

    void run(Runnable task) {
      // Nearly every task finds nothing before it, and then needs no place in the queue.
      if (open.compareAndSet(0, 1)) {
        runFrom(task);
      } else {
        tasks.add(task);
        if (open.getAndIncrement() == 0) {
          runFrom(tasks.remove());
        }
      }
    }

    /** Runs all tasks, then throws the exception of the one that failed. */
    private void runFrom(Runnable first) {
      try {
        first.run();
        while (open.decrementAndGet() != 0) {
          tasks.remove().run();
        }
      } catch (RuntimeException | Error e) {
        if (open.decrementAndGet() != 0) {
          runFrom(tasks.remove());
        }
        throw e;
      }
    }
  }

  /** A request for sessions, from its decision until all its sessions have arrived or are lost. */
  private final class Request {
    final Creation creation;

    /** The caller whose miss or wake-up led to it, if any. */
    final @Nullable Waiter<S> asker;

    /** The caller that gets its first session and no other. */
    @Nullable Waiter<S> owner;

    /** Sessions that have neither arrived nor been lost or given back. */
    int outstanding;

    Request(Creation creation, @Nullable Waiter<S> asker) {
      this.creation = creation;
      this.asker = asker;
      this.outstanding = creation.sessions();
    }
  }
}
