package dev.sessionbench.study.calibrate;

import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Decides which waves are sent in which order. Each round has every kind once. So each pair is
 * measured equally often, even if the calibration ends early.
 *
 * @param rounds the rounds; each has the same waves in an order of its own
 * @param leftOut the waves that the budget does not allow, the cheapest first
 */
public record WavePlan(List<List<Wave>> rounds, List<Wave> leftOut) {
  /** The numbers of sessions that a request asks for. */
  public static final List<Integer> SIZES = List.of(1, 5, 10, 25, 50, 100);

  /** The numbers of requests in flight at the same time. */
  public static final List<Integer> TOGETHER = List.of(1, 2, 4, 8);

  /**
   * The part of the budget for sessions created before the measurement. The statements use one of
   * them. The rest allow for first tries that fail.
   */
  public static final int WARM_UP_SESSIONS = 6;

  static final Comparator<Wave> ORDER =
      Comparator.comparingInt(Wave::cost).thenComparingInt(Wave::sessions);

  /** The fewest rounds; a pair that would leave fewer is left out. */
  private static final int LEAST_ROUNDS = 10;

  /**
   * BatchCreateSessions requests sent one after the other without waiting. The last one finds all
   * others in flight, and is the one that is measured.
   *
   * @param sessions how many each request asks for, from 1
   * @param together how many requests there are, from 1
   */
  public record Wave(int sessions, int together) {
    /** The sessions that all its requests ask for. */
    public int cost() {
      return sessions * together;
    }

    @Override
    public String toString() {
      return sessions + " x " + together;
    }
  }

  /**
   * Plans as many rounds as the budget allows. It keeps the cheapest pairs, as many as leave ten
   * rounds.
   *
   * @param budget the limits of the calibration
   * @param seed decides the order
   * @return the plan
   */
  public static WavePlan of(Budget budget, long seed) {
    List<Wave> kinds = new ArrayList<>();
    SIZES.forEach(size -> TOGETHER.forEach(together -> kinds.add(new Wave(size, together))));
    kinds.sort(ORDER);
    int left = budget.sessions() - WARM_UP_SESSIONS;
    int some = 0;
    int cost = 0;
    // One session is kept for the statements.
    while (some < kinds.size()
        && kinds.get(some).cost() < budget.sessionsAtOnce()
        && (cost + kinds.get(some).cost()) * LEAST_ROUNDS <= left) {
      cost += kinds.get(some++).cost();
    }
    List<Wave> kept = kinds.subList(0, some);
    Random random = new Random(seed);
    List<List<Wave>> rounds = new ArrayList<>();
    for (int round = 0; round < left / cost; round++) {
      Collections.shuffle(kept, random);
      rounds.add(List.copyOf(kept));
    }
    return new WavePlan(rounds, List.copyOf(kinds.subList(some, kinds.size())));
  }

  /** How many waves there are. */
  public int waves() {
    return rounds.stream().mapToInt(List::size).sum();
  }

  /** The sessions that all requests ask for, including those before the measurement. */
  public int sessions() {
    return WARM_UP_SESSIONS + rounds.stream().flatMap(List::stream).mapToInt(Wave::cost).sum();
  }

  /** The number of BatchCreateSessions requests. */
  public int requests() {
    return rounds.stream().flatMap(List::stream).mapToInt(Wave::together).sum();
  }
}
