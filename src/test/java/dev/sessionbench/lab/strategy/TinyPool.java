package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.pool.SessionService;
import dev.sessionbench.lab.simulate.VirtualTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A pool with a strategy in virtual time, and a service that fails as a test defines. */
final class TinyPool implements SessionService<String> {
  static final long CREATION_NANOS = 1_000_000;
  private static final int MOST_TICKS = 20_000;

  final VirtualTime time = new VirtualTime();
  final List<Integer> requested = new ArrayList<>();
  final List<Integer> requestChannels = new ArrayList<>();
  int created;
  int closed;
  int peakInFlight;
  int ticks;
  IntPredicate fails = request -> false;
  IntToLongFunction creationNanos = request -> CREATION_NANOS;
  int mostAnswered = Integer.MAX_VALUE;

  private final ReferencePool<String> pool;
  private final Deque<PooledSession<String>> lent = new ArrayDeque<>();
  private int inFlight;
  private int begins;

  /** A caller that wants a session. */
  final class Caller implements Borrower<String> {
    final long wantedNanos = time.nanos();
    private final Consumer<Caller> use;
    long servedNanos = -1;
    boolean failed;
    boolean turnedAway;
    private @Nullable PooledSession<String> session;

    Caller(Consumer<Caller> use) {
      this.use = use;
    }

    @Override
    public void acquired(PooledSession<String> acquired) {
      servedNanos = time.nanos();
      session = acquired;
      lent.add(acquired);
      use.accept(this);
    }

    @Override
    public void refused(String why) {
      turnedAway = why.equals("the pool is full");
      failed = !turnedAway;
    }

    boolean served() {
      return servedNanos >= 0;
    }

    long waitNanos() {
      return servedNanos - wantedNanos;
    }

    void giveBack() {
      lent.remove(session);
      pool.release(Objects.requireNonNull(session));
    }
  }

  /** Counts ticks, and hides from a strategy what happened before it began. */
  private final class Watched implements GrowthStrategy {
    private final GrowthStrategy strategy;

    Watched(GrowthStrategy strategy) {
      this.strategy = strategy;
    }

    @Override
    public Traits traits() {
      return strategy.traits();
    }

    @Override
    public List<Creation> decide(PoolView shown, PoolEvent event) {
      if (begins > 0) {
        return event instanceof PoolEvent.Opened
            ? new Channels(Traits.UNLIMITED).spread(shown, begins)
            : List.of();
      }
      ticks += event instanceof PoolEvent.Tick ? 1 : 0;
      assertThat(ticks).as("ticks of a pool that should be at rest").isLessThan(MOST_TICKS);
      return strategy.decide(shown, event);
    }

    @Override
    public int stillNeeded(PoolView shown, Creation creation) {
      return begins > 0 ? creation.sessions() : strategy.stillNeeded(shown, creation);
    }

    @Override
    public long nextTickNanos() {
      return begins > 0 ? NEVER : strategy.nextTickNanos();
    }
  }

  /** A pool that never shrinks. */
  TinyPool(Limits limits, Strategies strategy, Map<String, String> settings) {
    this(limits, strategy.create(limits, settings));
  }

  /** A pool that never shrinks. */
  TinyPool(Limits limits, GrowthStrategy strategy) {
    this(limits, strategy, (pool, event) -> 0, false);
  }

  TinyPool(Limits limits, GrowthStrategy strategy, ShrinkStrategy shrink, boolean failsWhenFull) {
    PoolOptions options =
        new PoolOptions(
            limits, PoolOptions.IdleOrder.LIFO, PoolOptions.FOR_EVER, failsWhenFull, /* seed= */ 1);
    pool = new ReferencePool<>(options, new Watched(strategy), Optional.of(shrink), this, time);
  }

  void open() {
    pool.open();
  }

  PoolView view() {
    return pool.view().join();
  }

  /** Starts with all sessions in use, spread evenly, without an opening event for the strategy. */
  void beginWithInUse(int sessions) {
    begins = sessions;
    pool.open();
    time.run();
    IntStream.range(0, sessions).forEach(i -> want());
    begins = 0;
    requested.clear();
    requestChannels.clear();
    created = 0;
    peakInFlight = 0;
  }

  Caller want() {
    return want(caller -> {});
  }

  /** Adds a caller that uses its session once it has one. */
  Caller want(Consumer<Caller> use) {
    Caller caller = new Caller(use);
    var unused = pool.acquire(caller);
    return caller;
  }

  /** Releases the session that has been in use for longest. */
  void giveBack() {
    pool.release(lent.remove());
  }

  @Override
  public void create(int channel, int sessions, Reply<String> reply) {
    int number = requested.size();
    requested.add(sessions);
    requestChannels.add(channel);
    inFlight++;
    peakInFlight = Math.max(peakInFlight, inFlight);
    time.after(
        creationNanos.applyAsLong(number),
        () -> {
          inFlight--;
          if (fails.test(number)) {
            reply.failed("broken");
          } else {
            int arrived = Math.min(sessions, mostAnswered);
            created += arrived;
            reply.created(Collections.nCopies(arrived, ""));
          }
        });
  }

  @Override
  public void delete(String session) {}

  @Override
  public void closed(int sessions) {
    closed += sessions;
  }
}
