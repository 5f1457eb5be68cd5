package dev.sessionbench.lab.pool;

import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Traits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A pool with a strategy that a test defines, and a service that answers when the test asks it to.
 */
final class PoolHarness implements SessionService<String> {
  static final long TIMEOUT = 1_000_000;

  final VirtualTime time = new VirtualTime();
  final List<String> log = new ArrayList<>();
  final Map<Integer, Reply<String>> open = new LinkedHashMap<>();
  final Map<Integer, Integer> asked = new LinkedHashMap<>();
  final Map<String, PooledSession<String>> lent = new LinkedHashMap<>();
  private final Map<String, Caller> callers = new HashMap<>();
  final List<String> deleted = new ArrayList<>();
  final ReferencePool<String> pool;
  private int requests;
  private int sessions;

  /** A strategy that a test defines. */
  record Strategy(Traits traits, BiFunction<PoolView, PoolEvent, List<Creation>> decision)
      implements GrowthStrategy {
    @Override
    public List<Creation> decide(PoolView view, PoolEvent event) {
      return decision.apply(view, event);
    }
  }

  PoolHarness(
      int max, GrowthStrategy strategy, Optional<ShrinkStrategy> shrinkStrategy, boolean fails) {
    pool =
        new ReferencePool<>(
            new PoolOptions(new Limits(0, max, 2), PoolOptions.IdleOrder.LIFO, TIMEOUT, fails, 1),
            strategy,
            shrinkStrategy,
            this,
            time);
    pool.open();
  }

  /** A pool that asks for this many sessions at each miss, on channel 0, within the limit. */
  static PoolHarness asking(int sessions, int max, Traits traits) {
    return new PoolHarness(max, atMiss(sessions, traits), Optional.empty(), false);
  }

  /** A pool with this maximum whose strategy decides as the test defines. */
  static PoolHarness by(
      int max, Traits traits, BiFunction<PoolView, PoolEvent, List<Creation>> decision) {
    return new PoolHarness(max, new Strategy(traits, decision), Optional.empty(), false);
  }

  static Strategy atMiss(int sessions, Traits traits) {
    return new Strategy(
        traits,
        (view, event) -> {
          int count = Math.min(sessions, view.room());
          return event.isMiss() && count > 0 ? List.of(new Creation(count, 0)) : List.of();
        });
  }

  Cancellable caller(String name) {
    return pool.acquire(callers.computeIfAbsent(name, Caller::new));
  }

  private final class Caller implements Borrower<String> {
    private final String name;

    Caller(String name) {
      this.name = name;
    }

    @Override
    public void acquired(PooledSession<String> session) {
      lent.put(name, session);
      log.add(name + " has " + session.session());
    }

    @Override
    public void refused(String why) {
      log.add(name + " refused: " + why);
    }
  }

  void giveBack(String caller) {
    pool.release(Objects.requireNonNull(lent.remove(caller)));
  }

  /** Lets "a" release the only session while "b" waits for it. */
  void releaseToAWaiter() {
    caller("a");
    List.copyOf(open.keySet()).forEach(this::answer);
    time.run();
    caller("b");
    giveBack("a");
  }

  /** Releases what is lent, until nobody waits any more. */
  void releaseAll() {
    while (!lent.isEmpty()) {
      List.copyOf(lent.keySet()).forEach(this::giveBack);
      time.run();
    }
  }

  void answer(int request) {
    answer(request, Objects.requireNonNull(asked.get(request)));
  }

  void answer(int request, int count) {
    List<String> created = IntStream.range(0, count).mapToObj(i -> "s" + ++sessions).toList();
    Objects.requireNonNull(open.remove(request)).created(created);
  }

  void fail(int request) {
    Objects.requireNonNull(open.remove(request)).failed("broken");
  }

  PoolStatistics statistics() {
    return pool.statistics().join();
  }

  @Override
  public void create(int channel, int count, Reply<String> reply) {
    requests++;
    asked.put(requests, count);
    open.put(requests, reply);
  }

  @Override
  public void delete(String session) {
    deleted.add(session);
  }
}
