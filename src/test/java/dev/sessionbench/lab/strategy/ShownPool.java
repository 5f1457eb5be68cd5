package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.SeededDraws;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What a rule is shown of a pool, as numbers. */
record ShownPool(
    Limits limits, int idle, int inUse, int creating, int waiting, List<Integer> channels)
    implements PoolView {
  /** A pool in any state that it may be in. */
  static ShownPool any(long seed) {
    Limits limits = RandomLoads.limits(seed);
    int total = draw(seed, 1, limits.maxSessions());
    int idle = draw(seed, 2, total);
    int creating = draw(seed, 3, limits.maxSessions() - total);
    int[] channels = new int[limits.numChannels()];
    IntStream.range(0, total + creating)
        .forEach(i -> channels[draw(seed, 10 + i, channels.length - 1)]++);
    return new ShownPool(
        limits,
        idle,
        total - idle,
        creating,
        idle > 0 ? 0 : draw(seed, 4, 50),
        Arrays.stream(channels).boxed().toList());
  }

  private static int draw(long seed, int what, int most) {
    return (int) SeededDraws.uniform(seed, 80, what, most + 1L);
  }

  @Override
  public int sessionsInFlight() {
    return creating;
  }

  @Override
  public int requestsInFlight() {
    return Math.min(1, creating);
  }

  @Override
  public int onChannel(int channel) {
    return channels.get(channel);
  }

  @Override
  public int idleFor(long nanos) {
    return idle;
  }

  @Override
  public long nowNanos() {
    return 0;
  }
}
