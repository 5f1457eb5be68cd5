package dev.sessionbench.stats;

import java.util.Optional;

/**
 * One value of incStep in a sweep.
 *
 * @param step the value, sessions for each RPC
 * @param time the times, any unit, lower is better
 * @param rpcs the numbers of BatchCreateSessions RPCs; nothing where they were not counted
 * @param overshoot sessions created beyond need; nothing where they were not counted
 */
record SweepPoint(int step, Sample time, Optional<Sample> rpcs, Optional<Sample> overshoot) {

  /** Whether every fork here made fewer RPCs than every fork there. */
  boolean surelyFewerRpcs(SweepPoint other) {
    return rpcs.isPresent() && other.rpcs.isPresent() && rpcs.get().max() < other.rpcs.get().min();
  }
}
