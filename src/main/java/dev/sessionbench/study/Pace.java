package dev.sessionbench.study;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells one thread what to do next. */
public interface Pace {
  /**
   * What comes next.
   *
   * @param nowNanos the time
   * @return nothing when all is done
   */
  Optional<Due> next(long nowNanos);

  /**
   * An open loop: whoever is free takes the next of a schedule, whether earlier ones have ended or
   * not.
   *
   * @param schedule in order
   * @param threads how many may be under way at the same time
   * @param untilNanos when nothing is begun any more: what no thread could begin in time is given
   *     up, or an overloaded server would not come to an end
   * @return one for each thread
   */
  static List<Pace> shared(List<Due> schedule, int threads, long untilNanos) {
    AtomicInteger next = new AtomicInteger();
    Pace pace =
        now -> {
          int i = next.getAndIncrement();
          return i < schedule.size() && now < untilNanos
              ? Optional.of(schedule.get(i))
              : Optional.empty();
        };
    return Collections.nCopies(threads, pace);
  }
}
