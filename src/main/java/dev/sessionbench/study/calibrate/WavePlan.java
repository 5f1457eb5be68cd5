package dev.sessionbench.study.calibrate;

import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Which waves are sent, and in which order: every kind once in each round, so that each pair is
 * measured as often as any other, also where it ends early.
 *
 * @param rounds the same waves in each, in orders of their own
 * @param leftOut what the budget does not allow, the cheapest first
 */
public record WavePlan(List<List<Wave>> rounds, List<Wave> leftOut) {
  /** The numbers of sessions that a request asks for. */
  public static final List<Integer> SIZES = List.of(1, 5, 10, 25, 50, 100);

  /** The numbers of requests that are in flight at the same time. */
  public static final List<Integer> TOGETHER = List.of(1, 2, 4, 8);

  /**
   * What is set aside of the budget for the sessions that are created before anything is measured,
   * one of which the statements use: as many as there are where the first tries fail.
   */
  public static final int WARM_UP_SESSIONS = 6;

  static final Comparator<Wave> ORDER =
      Comparator.comparingInt(Wave::cost).thenComparingInt(Wave::sessions);

  /** A pair that would leave fewer rounds to all is left out. */
  private static final int LEAST_ROUNDS = 10;

  /**
   * BatchCreateSessions requests that are sent at the same time, one after the other without
   * waiting. The last finds all others in flight, and is what is measured.
   *
   * @param sessions what each of them asks for, from 1
   * @param together how many there are, from 1
   */
  public record Wave(int sessions, int together) {
    /** The sessions that it asks for in all. */
    public int cost() {
      return sessions * together;
    }

    @Override
    public String toString() {
      return sessions + " x " + together;
    }
  }

  /** Copies the lists. */
  public WavePlan {
    rounds = rounds.stream().map(List::copyOf).toList();
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Plans as many rounds as the budget allows, of as many pairs as leave it ten rounds, the
   * cheapest first.
   *
   * @param budget what it may take
   * @param seed decides the order
   * @return the plan
   */
  public static WavePlan of(Budget budget, long seed) {
    List<Wave> kinds = new ArrayList<>();
    SIZES.forEach(size -> TOGETHER.forEach(together -> kinds.add(new Wave(size, together))));
    kinds.sort(ORDER);
    int left = budget.sessions() - WARM_UP_SESSIONS;
    List<Wave> kept = new ArrayList<>();
    List<Wave> leftOut = new ArrayList<>();
    int cost = 0;
    for (Wave kind : kinds) {
      // One session is kept for the statements.
      if (kind.cost() < budget.sessionsAtOnce() && (cost + kind.cost()) * LEAST_ROUNDS <= left) {
        kept.add(kind);
        cost += kind.cost();
      } else {
        leftOut.add(kind);
      }
    }
    Random random = new Random(seed);
    List<List<Wave>> rounds = new ArrayList<>();
    for (int round = 0; round < left / cost; round++) {
      Collections.shuffle(kept, random);
      rounds.add(List.copyOf(kept));
    }
    return new WavePlan(rounds, leftOut);
  }

  /** How many waves there are. */
  public int waves() {
    return rounds.stream().mapToInt(List::size).sum();
  }

  /** The sessions that it asks for in all, those before the measurement included. */
  public int sessions() {
    return WARM_UP_SESSIONS + rounds.stream().flatMap(List::stream).mapToInt(Wave::cost).sum();
  }

  /** The BatchCreateSessions requests that are sent. */
  public int requests() {
    return rounds.stream().flatMap(List::stream).mapToInt(Wave::together).sum();
  }
}
