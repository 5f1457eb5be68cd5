package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.PoolView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Over how many requests and which channels the sessions of one growth are spread. The channels are
 * taken in turn, and the turn goes on from one growth to the next, as in the Java and Go clients.
 */
final class Channels {
  /** Stands for requests of any size. */
  static final int ANY_SIZE = Integer.MAX_VALUE;

  private final int count;
  private final int maxBatch;
  private int next;

  /**
   * Begins at channel 0.
   *
   * @param count how many channels, at least 1
   * @param maxBatch the most sessions of one request, at least 1
   */
  Channels(int count, int maxBatch) {
    this.count = count;
    this.maxBatch = maxBatch;
  }

  /** As few requests as possible, each on the next channel; none for 0 sessions or fewer. */
  List<Creation> inTurn(int sessions) {
    if (sessions <= 0) {
      return List.of();
    }
    if (sessions <= maxBatch) {
      return List.of(new Creation(sessions, turn()));
    }
    List<Creation> creations = new ArrayList<>();
    for (int left = sessions; left > 0; left -= maxBatch) {
      creations.add(new Creation(Math.min(left, maxBatch), turn()));
    }
    return creations;
  }

  /** A request for each session, each on the next channel. */
  List<Creation> singly(int sessions) {
    return IntStream.range(0, sessions).mapToObj(i -> new Creation(1, turn())).toList();
  }

  /**
   * An equal share on each channel, the remainder on the first; so fewer sessions than channels are
   * one request ({@code SessionClient.asyncBatchCreateSessions} of google-cloud-spanner).
   */
  List<Creation> spread(int sessions) {
    int share = sessions / count;
    List<Creation> creations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int part = i == 0 ? share + sessions % count : share;
      if (part > 0) {
        addOn(turn(), part, creations);
      }
    }
    return creations;
  }

  /**
   * What makes the channels as even as can be: the fullest are looked at first, each gets what it
   * is short of an equal share of what is left ({@code SessionPool::ComputeCreateCounts} of
   * google-cloud-cpp).
   *
   * @param pool tells how many sessions each channel has
   * @param sessions how many to add
   */
  List<Creation> levelling(PoolView pool, int sessions) {
    if (sessions <= 0) {
      return List.of();
    }
    List<Integer> fullestFirst =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingInt((Integer channel) -> -pool.onChannel(channel)))
            .toList();
    int left = pool.total() + pool.creating() + sessions;
    int channelsLeft = count;
    List<Creation> creations = new ArrayList<>();
    for (int channel : fullestFirst) {
      int share = ceilDiv(left, channelsLeft);
      int has = pool.onChannel(channel);
      if (has < share) {
        addOn(channel, share - has, creations);
      }
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

  private static int ceilDiv(int dividend, int divisor) {
    return (int) (((long) dividend + divisor - 1) / divisor);
  }

  private int turn() {
    int channel = next;
    next = (next + 1) % count;
    return channel;
  }
}
