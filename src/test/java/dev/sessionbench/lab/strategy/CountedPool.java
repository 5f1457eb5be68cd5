package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.IntStream;

/** What a pool counts of its sessions. */
abstract class CountedPool implements PoolView {
  final VirtualTime time;
  final int[] onChannel;
  final Deque<Long> idleSince = new ArrayDeque<>();
  int inUse;
  int creating;
  int sessionsInFlight;
  int requestsInFlight;
  private final Limits limits;

  CountedPool(VirtualTime time, Limits limits) {
    this.time = time;
    this.limits = limits;
    this.onChannel = new int[limits.numChannels()];
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
