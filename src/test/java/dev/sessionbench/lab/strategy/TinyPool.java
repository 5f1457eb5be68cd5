package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.PoolEvent.Wanted;
import dev.sessionbench.lab.strategy.Traits.Serving;
import dev.sessionbench.lab.strategy.Traits.Waking;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The least pool that does what {@link GrowthStrategy} says a pool must do, in virtual time. */
final class TinyPool implements PoolView {
  static final long CREATION_NANOS = 1_000_000;
  private static final int MOST_TICKS = 20_000;

  final VirtualTime time = new VirtualTime();
  final int[] onChannel;
  final Deque<Long> idleSince = new ArrayDeque<>();
  int inUse;
  int creating;
  int sessionsInFlight;
  int requestsInFlight;
  private final Limits limits;
  final List<Integer> requested = new ArrayList<>();
  final List<Integer> requestChannels = new ArrayList<>();
  int created;
  int closed;
  int peakInFlight;
  int ticks;
  IntPredicate fails = request -> false;
  IntToLongFunction creationNanos = request -> CREATION_NANOS;
  int mostAnswered = Integer.MAX_VALUE;
  boolean failsWhenFull;

  private final GrowthStrategy rule;
  private final ShrinkStrategy shrink;
  private final Deque<Caller> queue = new ArrayDeque<>();
  private final Deque<Request> toSend = new ArrayDeque<>();
  private int waitingShown = -1;
  private @Nullable Caller lastHead;
  private long tickNanos = GrowthStrategy.NEVER;
  private TimeSource.Cancellable tick = () -> {};
  private long sendsNanos;

  /** Somebody who wants a session. */
  static final class Caller {
    long wantedNanos;
    long servedNanos = -1;
    boolean failed;
    boolean turnedAway;
    private int ownRequests;
    private Consumer<Caller> use = caller -> {};

    boolean served() {
      return servedNanos >= 0;
    }

    long waitNanos() {
      return servedNanos - wantedNanos;
    }
  }

  private record Request(Creation creation, Optional<Caller> caller) {}

  /** A pool that never shrinks. */
  TinyPool(Limits limits, Strategies strategy, Map<String, String> settings) {
    this(limits, strategy.create(limits, settings));
  }

  /** A pool that never shrinks. */
  TinyPool(Limits limits, GrowthStrategy rule) {
    this(limits, rule, (pool, event) -> 0);
  }

  TinyPool(Limits limits, GrowthStrategy rule, ShrinkStrategy shrink) {
    this.limits = limits;
    this.onChannel = new int[limits.numChannels()];
    this.rule = rule;
    this.shrink = shrink;
  }

  void open() {
    tell(new PoolEvent.Opened());
  }

  Caller want() {
    return want(caller -> {});
  }

  /** Somebody comes, and uses the session when there is one. */
  Caller want(Consumer<Caller> use) {
    Caller caller = new Caller();
    caller.use = use;
    caller.wantedNanos = time.nanos();
    if (queue.isEmpty() && !idleSince.isEmpty()) {
      serve(caller);
      tell(new Wanted(true));
    } else if (failsWhenFull && rule.traits().full().test(this)) {
      caller.turnedAway = true;
    } else {
      ask(caller, new Wanted(false), false);
      lastHead = queue.peekFirst();
      afterwards();
    }
    return caller;
  }

  void giveBack(long heldNanos) {
    if (!rule.traits().shared()) {
      inUse--;
      idleSince.addFirst(time.nanos());
    }
    serveQueue();
    tell(new PoolEvent.Returned(heldNanos));
  }

  private void serve(Caller caller) {
    caller.servedNanos = time.nanos();
    if (!rule.traits().shared()) {
      idleSince.removeFirst();
      inUse++;
    }
    caller.use.accept(caller);
  }

  private void serveQueue() {
    while (!queue.isEmpty() && !idleSince.isEmpty()) {
      serve(queue.removeFirst());
    }
  }

  private void ask(Caller caller, PoolEvent event, boolean first) {
    List<Creation> creations = rule.decide(this, event);
    boolean tied = rule.traits().serving() != Serving.QUEUED && !creations.isEmpty();
    if (!tied && first) {
      queue.addFirst(caller);
    } else if (!tied) {
      queue.addLast(caller);
    }
    boolean all = rule.traits().serving() == Serving.BY_LAST_OF_OWN;
    for (int i = 0; i < creations.size(); i++) {
      boolean own = tied && (all || i == 0);
      caller.ownRequests += own ? 1 : 0;
      add(creations.get(i), own ? Optional.of(caller) : Optional.empty());
    }
  }

  private void tell(PoolEvent event) {
    rule.decide(this, event).forEach(creation -> add(creation, Optional.empty()));
    int closing = Math.min(shrink.decide(this, event), idleSince.size());
    for (int i = 0; i < closing; i++) {
      boolean newest = shrink.order() == ShrinkStrategy.Order.MOST_RECENTLY_USED;
      long ignored = newest ? idleSince.removeFirst() : idleSince.removeLast();
      closed++;
      onChannel[fullest()]--;
    }
    wake(event);
    afterwards();
    if (closing > 0) {
      tell(new PoolEvent.Closed(closing));
    }
  }

  private void wake(PoolEvent event) {
    Waking waking = rule.traits().waking();
    if (waking == Waking.NEXT && !queue.isEmpty() && queue.peekFirst() != lastHead) {
      Caller head = queue.removeFirst();
      waitingShown = 0;
      ask(head, new PoolEvent.Woken(), true);
      waitingShown = -1;
      lastHead = queue.peekFirst();
    } else if (waking == Waking.ALL
        && (event instanceof PoolEvent.Returned
            || event instanceof PoolEvent.Created
            || event instanceof PoolEvent.Failed)) {
      List<Caller> woken = new ArrayList<>(queue);
      queue.clear();
      woken.forEach(caller -> ask(caller, new PoolEvent.Woken(), false));
    }
  }

  private void add(Creation creation, Optional<Caller> caller) {
    creating += creation.sessions();
    onChannel[creation.channel()] += creation.sessions();
    toSend.addLast(new Request(creation, caller));
  }

  private void afterwards() {
    while (!toSend.isEmpty()
        && requestsInFlight < rule.traits().maxInFlight()
        && time.nanos() >= sendsNanos) {
      Request request = toSend.removeFirst();
      Creation creation = request.creation();
      int needed = rule.stillNeeded(this, creation);
      giveUp(creation, creation.sessions() - needed);
      if (needed > 0) {
        requestsInFlight++;
        peakInFlight = Math.max(peakInFlight, requestsInFlight);
        send(new Request(new Creation(needed, creation.channel()), request.caller()));
      }
    }
    long next = Math.min(rule.nextTickNanos(), shrink.nextTickNanos());
    if (next != tickNanos) {
      tickNanos = next;
      tick.cancel();
      tick = next == GrowthStrategy.NEVER ? () -> {} : time.after(next - time.nanos(), this::tick);
    }
  }

  private void tick() {
    tickNanos = GrowthStrategy.NEVER;
    ticks++;
    assertThat(ticks).as("ticks of a pool that should be at rest").isLessThan(MOST_TICKS);
    tell(new PoolEvent.Tick());
  }

  private void send(Request request) {
    int number = requested.size();
    requested.add(request.creation().sessions());
    requestChannels.add(request.creation().channel());
    sessionsInFlight += request.creation().sessions();
    time.after(creationNanos.applyAsLong(number), () -> answer(request, number));
  }

  private void answer(Request request, int number) {
    Creation creation = request.creation();
    int asked = creation.sessions();
    sessionsInFlight -= asked;
    if (fails.test(number)) {
      requestsInFlight--;
      giveUp(creation, asked);
      blame(request);
      tell(new PoolEvent.Failed(asked, creation.channel()));
      return;
    }
    int arrived = Math.min(asked, mostAnswered);
    created += arrived;
    creating -= arrived;
    for (int i = 0; i < arrived; i++) {
      idleSince.addFirst(time.nanos());
    }
    request.caller().ifPresent(this::serveOwner);
    serveQueue();
    int rest = asked - arrived;
    if (rest > 0 && rule.traits().asksAgain()) {
      send(new Request(new Creation(rest, creation.channel()), Optional.empty()));
    } else {
      giveUp(creation, rest);
      end();
    }
    tell(new PoolEvent.Created(arrived, creation.channel(), creationNanos.applyAsLong(number)));
  }

  private void serveOwner(Caller owner) {
    owner.ownRequests--;
    if (owner.ownRequests == 0 && !owner.failed) {
      serve(owner);
    }
  }

  private void end() {
    requestsInFlight--;
    long pause = rule.traits().pauseNanos();
    if (pause > 0) {
      sendsNanos = time.nanos() + pause;
      time.after(pause, this::afterwards);
    }
  }

  private void blame(Request request) {
    request.caller().ifPresent(owner -> owner.failed = true);
    if (request.caller().isPresent()) {
      return;
    }
    int hit =
        switch (rule.traits().failure()) {
          case WHO_ASKED, NOBODY -> 0;
          case HEAD -> 1;
          case AS_MANY_AS_LOST -> request.creation().sessions();
          case EVERYBODY -> Integer.MAX_VALUE;
        };
    for (int i = 0; i < hit && !queue.isEmpty(); i++) {
      queue.removeFirst().failed = true;
    }
  }

  @Override
  public int waiting() {
    return waitingShown >= 0 ? waitingShown : queue.size();
  }

  /** A pool all of whose sessions are in use, spread evenly; it has not been told to open. */
  void beginWithInUse(int sessions) {
    inUse = sessions;
    for (int i = 0; i < sessions; i++) {
      onChannel[i % onChannel.length]++;
    }
  }

  void giveUp(Creation creation, int sessions) {
    creating -= sessions;
    onChannel[creation.channel()] -= sessions;
  }

  /** Which session is on which channel is not kept, only how many. */
  int fullest() {
    return IntStream.range(0, onChannel.length)
        .boxed()
        .max(Comparator.comparingInt(channel -> onChannel[channel]))
        .orElseThrow();
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public int idle() {
    return idleSince.size();
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
  public int onChannel(int channel) {
    return onChannel[channel];
  }

  @Override
  public int idleFor(long nanos) {
    return (int) idleSince.stream().filter(since -> time.nanos() - since >= nanos).count();
  }

  @Override
  public long nowNanos() {
    return time.nanos();
  }
}
