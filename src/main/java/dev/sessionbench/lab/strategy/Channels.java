package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Over how many requests and which channels the sessions of one growth are spread. The channels are
 * taken in turn from channel 0, and the turn goes on from one growth to the next, as in the Java
 * and Go clients. No method makes a request for 0 sessions or fewer.
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

  /** As few requests as possible, each on the next channel. */
  List<Creation> inTurn(PoolView pool, int sessions) {
    List<Creation> creations = new ArrayList<>();
    for (int left = sessions; left > 0; left -= maxBatch) {
      creations.add(new Creation(Math.min(left, maxBatch), turn(pool)));
    }
    return creations;
  }

  /** A request for each session, each on the next channel. */
  List<Creation> singly(PoolView pool, int sessions) {
    return IntStream.range(0, sessions).mapToObj(i -> new Creation(1, turn(pool))).toList();
  }

  /**
   * An equal share on each channel, the remainder on the first; so fewer sessions than channels are
   * one request ({@code SessionClient.asyncBatchCreateSessions} of google-cloud-spanner).
   */
  List<Creation> spread(PoolView pool, int sessions) {
    int count = pool.limits().numChannels();
    int share = sessions / count;
    List<Creation> creations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int part = i == 0 ? share + sessions % count : share;
      if (part > 0) {
        addOn(turn(pool), part, creations);
      }
    }
    return creations;
  }

  /**
   * What makes the channels as even as can be: the fullest are looked at first, each gets what it
   * is short of an equal share of what is left ({@code SessionPool::ComputeCreateCounts} of
   * google-cloud-cpp).
   */
  List<Creation> levelling(PoolView pool, int sessions) {
    if (sessions <= 0) {
      return List.of();
    }
    int channelsLeft = pool.limits().numChannels();
    List<Integer> fullestFirst =
        IntStream.range(0, channelsLeft)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer channel) -> -pool.onChannel().applyAsInt(channel)))
            .toList();
    int left = pool.total() + pool.creating() + sessions;
    List<Creation> creations = new ArrayList<>();
    for (int channel : fullestFirst) {
      int share = (int) (((long) left + channelsLeft - 1) / channelsLeft);
      int has = pool.onChannel().applyAsInt(channel);
      addOn(channel, share - has, creations);
      left -= Math.max(share, has);
      channelsLeft--;
    }
    return creations;
  }

  private void addOn(int channel, int sessions, List<Creation> creations) {
    for (int left = sessions; left > 0; left -= maxBatch) {
      creations.add(new Creation(Math.min(left, maxBatch), channel));
    }
  }

  private int turn(PoolView pool) {
    int channel = next;
    next = (next + 1) % pool.limits().numChannels();
    return channel;
  }
}
