package dev.sessionbench.mock.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The number of sessions over time, in bounded memory: the latest {@value #KEPT} samples as they
 * came, and the whole time in at most {@value #KEPT} points. When those are full, each two become
 * one, which then stands for twice the time; the larger number stays, so that no peak is lost.
 */
final class SessionSeries {
  /** Points of either series at most: ten minutes of a sample each second. */
  static final int KEPT = 600;

  private final ArrayDeque<Long> latest = new ArrayDeque<>();
  private final List<Long> whole = new ArrayList<>();

  /** Samples that each point of the whole stands for. */
  private int stride = 1;

  /** Samples in the last point of the whole, from 1 to the stride; 0 before the first sample. */
  private int inLast;

  /** Adds the next sample. */
  synchronized void add(long sessions) {
    latest.addLast(sessions);
    if (latest.size() > KEPT) {
      latest.removeFirst();
    }
    if (inLast > 0 && inLast < stride) {
      whole.set(whole.size() - 1, Math.max(whole.get(whole.size() - 1), sessions));
      inLast++;
      return;
    }
    if (whole.size() == KEPT) {
      halve();
    }
    whole.add(sessions);
    inLast = 1;
  }

  private void halve() {
    List<Long> halved = new ArrayList<>();
    for (int i = 0; i < whole.size(); i += 2) {
      halved.add(Math.max(whole.get(i), whole.get(i + 1)));
    }
    whole.clear();
    whole.addAll(halved);
    stride *= 2;
  }

  /** The latest samples, the oldest first. */
  synchronized Points latest() {
    return new Points(List.copyOf(latest), 1);
  }

  /** The whole time, the oldest first. */
  synchronized Points whole() {
    return new Points(List.copyOf(whole), stride);
  }

  /**
   * A copy of a series.
   *
   * @param sessions the sessions at each point
   * @param stride the samples that each point stands for, at least 1
   */
  record Points(List<Long> sessions, int stride) {
    long max() {
      return sessions.isEmpty() ? 0 : Collections.max(sessions);
    }

    /** The samples that the series covers. */
    int samples() {
      return sessions.size() * stride;
    }
  }
}
