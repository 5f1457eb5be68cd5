package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.strategy.Foresight.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Draws pools of any shape and loads of any kind, the same for equal seeds. */
final class RandomLoads {
  /** A pool after its load, with the callers. */
  record Played(TinyPool pool, List<TinyPool.Caller> callers) {}

  private RandomLoads() {}

  private static int draw(long seed, int what, int least, int most) {
    return least + (int) SeededDraws.uniform(seed, 77, what, most - least + 1L);
  }

  static Limits limits(long seed) {
    int max = draw(seed, 1, 1, 120);
    return new Limits(draw(seed, 2, 0, max), max, draw(seed, 3, 1, 9));
  }

  /** Uses that come and last within some milliseconds. */
  static List<Use> uses(long seed) {
    int operations = draw(seed, 4, 1, 300);
    int spreadMicros = draw(seed, 5, 0, 20_000);
    int holdMicros = draw(seed, 6, 0, 10_000);
    List<Use> uses = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      long wanted = SeededDraws.uniform(seed, 78, i, spreadMicros + 1L);
      long held = SeededDraws.uniform(seed, 79, i, holdMicros + 1L);
      uses.add(new Use(wanted * 1000, held * 1000));
    }
    return uses;
  }

  /** A pool in any possible state. */
  static PoolView view(long seed) {
    Limits limits = limits(seed);
    int total = draw(seed, 7, 0, limits.maxSessions());
    int idle = draw(seed, 8, 0, total);
    int creating = draw(seed, 9, 0, limits.maxSessions() - total);
    int waiting = idle > 0 ? 0 : draw(seed, 10, 0, 50);
    int[] channels = new int[limits.numChannels()];
    IntStream.range(0, total + creating)
        .forEach(i -> channels[draw(seed, 11 + i, 0, channels.length - 1)]++);
    return new PoolView(
        limits,
        idle,
        total - idle,
        creating,
        creating,
        waiting,
        /* nowNanos= */ 0,
        channel -> channels[channel],
        nanos -> idle);
  }

  static TinyPool pool(Strategies strategy, Map<String, String> settings, long seed) {
    Foresight foresight = new Foresight(uses(seed), TinyPool.CREATION_NANOS);
    GrowthStrategy growth = strategy.create(limits(seed), settings, foresight);
    return new TinyPool(limits(seed), growth);
  }

  /** Opens the pool, plays the load and runs until no task is left. */
  static Played play(TinyPool pool, List<Use> uses, Consumer<TinyPool> atEachWish) {
    List<TinyPool.Caller> callers = new ArrayList<>();
    pool.open();
    for (Use use : uses) {
      pool.time.after(
          use.wantedNanos(),
          () -> {
            TinyPool.Caller caller =
                pool.want(served -> pool.time.after(use.heldNanos(), served::giveBack));
            callers.add(caller);
            atEachWish.accept(pool);
          });
    }
    pool.time.run();
    return new Played(pool, callers);
  }

  static Played play(Strategies strategy, long seed) {
    return play(pool(strategy, Map.of(), seed), uses(seed), pool -> {});
  }
}
