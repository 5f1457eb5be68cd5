package dev.sessionbench.strategy.grow;

import dev.sessionbench.strategy.Creation;
import java.util.ArrayList;
import java.util.List;

/**
 * Over which channels the sessions of one growth are spread. The channels are taken in turn, and
 * the turn goes on from one growth to the next, as in the Java and Go clients.
 */
final class Channels {
  private final int count;
  private int next;

  /**
   * Begins at channel 0.
   *
   * @param count how many channels, at least 1
   */
  Channels(int count) {
    this.count = count;
  }

  /** One request on the next channel; none for 0 sessions or fewer. */
  List<Creation> one(int sessions) {
    return sessions <= 0 ? List.of() : List.of(new Creation(sessions, turn()));
  }

  /**
   * An equal share on each channel, the remainder on the first; so fewer sessions than channels are
   * one request ({@code SessionClient.asyncBatchCreateSessions} of google-cloud-spanner).
   */
  List<Creation> spread(int sessions) {
    int share = sessions / count;
    List<Creation> creations = new ArrayList<>();
    creations.addAll(one(share + sessions % count));
    for (int i = 1; i < count; i++) {
      creations.addAll(one(share));
    }
    return creations;
  }

  private int turn() {
    int channel = next;
    next = (next + 1) % count;
    return channel;
  }
}
