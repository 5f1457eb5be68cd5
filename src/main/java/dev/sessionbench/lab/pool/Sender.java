package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.lab.pool.WaitQueue.Waiter;
import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Traits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests of a pool: those that wait to be sent, and those on their way. */
final class Sender<S> {
  private final GrowthStrategy rule;
  private final Traits traits;
  private final PoolState<S> state;
  private final SessionService<S> service;
  private final TimeSource time;
  private final Mailbox mailbox;
  private final Answers<S> answers;
  private final Runnable resumed;
  private final Queue<Request<S>> unsent = new ArrayDeque<>();
  private boolean pausing;

  /** Hears what comes of a request: sessions, or none and why. */
  interface Answers<S> {
    void answered(Request<S> request, List<S> sessions, String why);
  }

  Sender(
      GrowthStrategy rule,
      PoolState<S> state,
      SessionService<S> service,
      TimeSource time,
      Mailbox mailbox,
      Answers<S> answers,
      Runnable resumed) {
    this.rule = rule;
    this.traits = rule.traits();
    this.state = state;
    this.service = service;
    this.time = time;
    this.mailbox = mailbox;
    this.answers = answers;
    this.resumed = resumed;
  }

  SessionService<S> service() {
    return service;
  }

  /** Takes what was decided, to be sent when it is its turn. */
  List<Request<S>> take(List<Creation> decided, @Nullable Waiter<S> asker) {
    if (decided.isEmpty()) {
      return List.of();
    }
    List<Request<S>> requests = new ArrayList<>(decided.size());
    for (Creation creation : decided) {
      state.creating(creation.channel(), creation.sessions());
      requests.add(new Request<>(creation, asker));
    }
    unsent.addAll(requests);
    return requests;
  }

  /** Sends what may be sent now. */
  void sendAll() {
    while (!pausing && !unsent.isEmpty() && state.requestsInFlight() < traits.maxInFlight()) {
      Request<S> request = unsent.remove();
      int needed = rule.stillNeeded(state, request.creation());
      giveBack(request, request.outstanding() - needed);
      if (needed > 0) {
        state.inFlight(1, needed);
        send(request);
      } else {
        abandon(request);
      }
    }
  }

  private void giveBack(Request<S> request, int sessions) {
    request.subtract(sessions);
    state.creating(request.channel(), -sessions);
  }

  /** Whoever was to get a session of this request must look for another. */
  private void abandon(Request<S> request) {
    Waiter<S> owner = request.owner();
    request.belongTo(null);
    if (owner != null && !owner.done()) {
      state.queue().join(owner);
    }
  }

  private void send(Request<S> request) {
    request.sent(time.nanos());
    state.meter().sent(state.requestsInFlight());
    service.create(
        request.channel(),
        request.outstanding(),
        new SessionService.Reply<>() {
          @Override
          public void created(List<S> sessions) {
            mailbox.run(() -> answers.answered(request, sessions, ""));
          }

          @Override
          public void failed(String why) {
            mailbox.run(() -> answers.answered(request, List.of(), why));
          }
        });
  }

  /** Sessions of a request have come, and the state knows of them. */
  void arrived(Request<S> request, int sessions) {
    state.inFlight(0, -sessions);
    request.subtract(sessions);
    if (request.outstanding() > 0 && traits.asksAgain()) {
      send(request);
      return;
    }
    end(request);
    if (traits.pauseNanos() > 0) {
      pausing = true;
      time.after(
          traits.pauseNanos(),
          () ->
              mailbox.run(
                  () -> {
                    pausing = false;
                    resumed.run();
                  }));
    }
  }

  /** A request has failed; returns how many sessions will not come. */
  int failed(Request<S> request) {
    state.meter().failed();
    int lost = request.outstanding();
    end(request);
    return lost;
  }

  /** What has not come by now will not. */
  private void end(Request<S> request) {
    int rest = request.outstanding();
    state.inFlight(-1, -rest);
    giveBack(request, rest);
  }

  /**
   * Runs tasks one after the other, in the order in which they came, on the thread that brings
   * them: no lock is held and no thread waits. A task that is brought while another runs, by the
   * same thread too, runs when that has ended, on the thread that is at it.
   */
  static final class Mailbox {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Tasks that have come and have not ended. Whoever makes it 1 runs all until it is 0. */
    private final AtomicInteger open = new AtomicInteger();

    void run(Runnable task) {
      Runnable next = task;
      if (!open.compareAndSet(0, 1)) {
        tasks.add(task);
        if (open.getAndIncrement() != 0) {
          return;
        }
        next = tasks.remove();
      }
      next.run();
      while (open.decrementAndGet() != 0) {
        tasks.remove().run();
      }
    }
  }

  /** A request for sessions, from its decision until all its sessions have arrived or are lost. */
  static final class Request<S> {
    private final Creation creation;

    /** Whose miss or wake-up led to it; nothing where nobody's did. */
    private final @Nullable Waiter<S> asker;

    /** Who gets its first session and no other. */
    private @Nullable Waiter<S> owner;

    /** Sessions that have neither arrived nor been lost or given back. */
    private int outstanding;

    private long sentNanos;

    Request(Creation creation, @Nullable Waiter<S> asker) {
      this.creation = creation;
      this.asker = asker;
      this.outstanding = creation.sessions();
    }

    Creation creation() {
      return creation;
    }

    int channel() {
      return creation.channel();
    }

    @Nullable Waiter<S> asker() {
      return asker;
    }

    @Nullable Waiter<S> owner() {
      return owner;
    }

    void belongTo(@Nullable Waiter<S> waiter) {
      owner = waiter;
    }

    int outstanding() {
      return outstanding;
    }

    void subtract(int sessions) {
      outstanding -= sessions;
    }

    long sentNanos() {
      return sentNanos;
    }

    void sent(long nowNanos) {
      sentNanos = nowNanos;
    }
  }
}
