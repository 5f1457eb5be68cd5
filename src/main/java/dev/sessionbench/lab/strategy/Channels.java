package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Divides the sessions of one growth into requests, each on a channel. The channels take turns,
 * beginning with channel 0. Each growth continues the turn of the last, as in the Java and Go
 * clients. No method makes a request for 0 sessions or fewer.
 */
public final class Channels {
  private final int maxBatch;
  private int next;

  /**
   * Begins at channel 0.
   *
   * @param maxBatch the most sessions of one request, at least 1
   */
  Channels(int maxBatch) {
    this.maxBatch = maxBatch;
  }

  /** Makes as few requests as possible, each on the next channel. */
  List<Creation> inTurn(PoolView pool, int sessions) {
    return batches(sessions, () -> turn(pool));
  }

  /** Makes one request for each session, each on the next channel. */
  List<Creation> singly(PoolView pool, int sessions) {
    return IntStream.range(0, sessions).mapToObj(i -> new Creation(1, turn(pool))).toList();
  }

  /**
   * Gives each channel an equal share and the first the remainder. So fewer sessions than channels
   * make one request ({@code SessionClient.asyncBatchCreateSessions} of google-cloud-spanner).
   */
  List<Creation> spread(PoolView pool, int sessions) {
    int count = pool.limits().numChannels();
    int share = sessions / count;
    List<Creation> creations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int part = i == 0 ? share + sessions % count : share;
      if (part > 0) {
        int channel = turn(pool);
        creations.addAll(batches(part, () -> channel));
      }
    }
    return creations;
  }

  /**
   * Evens out the channels. It begins with the fullest channel and gives each what it lacks of an
   * equal share of the rest ({@code SessionPool::ComputeCreateCounts} of google-cloud-cpp).
   */
  List<Creation> levelling(PoolView pool, int sessions) {
    if (sessions <= 0) {
      return List.of();
    }
    int channelsLeft = pool.limits().numChannels();
    Comparator<Integer> fullestFirst =
        Comparator.comparingInt(channel -> -pool.onChannel().applyAsInt(channel));
    List<Integer> inOrder = IntStream.range(0, channelsLeft).boxed().sorted(fullestFirst).toList();
    int left = pool.total() + pool.creating() + sessions;
    List<Creation> creations = new ArrayList<>();
    for (int channel : inOrder) {
      int share = (int) (((long) left + channelsLeft - 1) / channelsLeft);
      int has = pool.onChannel().applyAsInt(channel);
      creations.addAll(batches(share - has, () -> channel));
      left -= Math.max(share, has);
      channelsLeft--;
    }
    return creations;
  }

  private List<Creation> batches(int sessions, IntSupplier channel) {
    List<Creation> batches = new ArrayList<>();
    for (int left = sessions; left > 0; left -= maxBatch) {
      batches.add(new Creation(Math.min(left, maxBatch), channel.getAsInt()));
    }
    return batches;
  }

  private int turn(PoolView pool) {
    int channel = next;
    next = (next + 1) % pool.limits().numChannels();
    return channel;
  }
}
