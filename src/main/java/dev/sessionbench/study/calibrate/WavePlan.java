package dev.sessionbench.study.calibrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Which waves are sent, and in which order.
 *
 * @param waves in their order
 * @param leftOut what the budget does not allow, the cheapest first
 */
public record WavePlan(List<Wave> waves, List<Wave> leftOut) {
  /** The numbers of sessions that a request asks for. */
  public static final List<Integer> SIZES = List.of(1, 5, 10, 25, 50, 100);

  /** The numbers of requests that are in flight at the same time. */
  public static final List<Integer> TOGETHER = List.of(1, 2, 4, 8);

  /** A wave that costs more than one part in this many of the budget would crowd out the rest. */
  private static final int LEAST_PARTS = 10;

  /** More of one wave tell little more. */
  private static final int MOST_REPEATS = 40;

  /** Copies the lists. */
  public WavePlan {
    waves = List.copyOf(waves);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Plans: each kind of wave that is not too dear once, then the rest of the budget so that all
   * kinds cost about the same.
   *
   * @param budget what it may take
   * @param seed decides the order
   * @return the plan
   */
  public static WavePlan of(Budget budget, long seed) {
    List<Wave> kinds = new ArrayList<>();
    SIZES.forEach(size -> TOGETHER.forEach(together -> kinds.add(new Wave(size, together))));
    kinds.sort(Comparator.comparingInt(Wave::cost).thenComparingInt(Wave::sessions));
    // One session is kept for the statements.
    int dearest = Math.min(budget.sessionsAtOnce() - 1, budget.sessions() / LEAST_PARTS);
    Map<Wave, Integer> repeats = new LinkedHashMap<>();
    List<Wave> leftOut = new ArrayList<>();
    int left = budget.sessions() - WARM_UP_SESSIONS;
    for (Wave kind : kinds) {
      if (kind.cost() <= dearest && kind.cost() <= left) {
        repeats.put(kind, 1);
        left -= kind.cost();
      } else {
        leftOut.add(kind);
      }
    }
    for (Optional<Wave> next = next(repeats, left); next.isPresent(); next = next(repeats, left)) {
      repeats.merge(next.get(), 1, Integer::sum);
      left -= next.get().cost();
    }
    List<Wave> waves = new ArrayList<>();
    repeats.forEach((wave, times) -> waves.addAll(Collections.nCopies(times, wave)));
    Collections.shuffle(waves, new Random(seed));
    return new WavePlan(waves, leftOut);
  }

  /**
   * What is set aside of the budget for the sessions that are created before anything is measured,
   * one of which the statements use: as many as there are where the first tries fail.
   */
  public static final int WARM_UP_SESSIONS = 6;

  private static Optional<Wave> next(Map<Wave, Integer> repeats, int left) {
    return repeats.entrySet().stream()
        .filter(kind -> kind.getValue() < MOST_REPEATS && kind.getKey().cost() <= left)
        .min(Comparator.comparingInt(kind -> (kind.getValue() + 1) * kind.getKey().cost()))
        .map(Map.Entry::getKey);
  }

  /** The sessions that it asks for in all, those before the measurement included. */
  public int sessions() {
    return WARM_UP_SESSIONS + waves.stream().mapToInt(Wave::cost).sum();
  }

  /** The BatchCreateSessions requests that are measured. */
  public int requests() {
    return waves.stream().mapToInt(Wave::together).sum();
  }
}
