package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.Due;
import dev.sessionbench.study.Pace;
import dev.sessionbench.study.diagnosis.Agents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/** When transactions are due. */
final class Paces {
  private static final long FIRST_STREAM = 111;
  private static final long GAP_STREAM = 112;
  private static final long KIND_STREAM = 113;

  /** Whether an agent takes another turn, counted from 0, that is due at a time. */
  private interface Limit {
    boolean allows(int turn, long dueNanos);
  }

  private Paces() {}

  /**
   * A closed loop: each agent begins anew when its pause after the last transaction is over, so
   * that a slow server is asked less.
   *
   * @param spreadNanos over how long their begins are spread, so that they do not go in step
   * @param untilNanos when they begin nothing more
   */
  static List<Pace> closed(
      Agents agents, long spreadNanos, long seed, long startNanos, long untilNanos) {
    return each(agents, spreadNanos, seed, now -> startNanos, (turn, due) -> due < untilNanos);
  }

  /**
   * The same for a number of transactions of each agent instead of a time.
   *
   * @param spreadNanos over how long their begins are spread
   * @param rounds how many each makes
   */
  static List<Pace> rounds(Agents agents, long spreadNanos, long seed, int rounds) {
    return each(agents, spreadNanos, seed, now -> now, (turn, due) -> turn < rounds);
  }

  private static List<Pace> each(
      Agents agents, long spreadNanos, long seed, LongUnaryOperator begin, Limit limit) {
    List<Kind> kinds = agents.kinds();
    long pauseNanos = TimeUnit.MILLISECONDS.toNanos(agents.pauseMillis());
    return IntStream.range(0, kinds.size())
        .mapToObj(
            i -> {
              long first = SeededDraws.uniform(seed, FIRST_STREAM, i, Math.max(1, spreadNanos));
              int[] turn = new int[1];
              return (Pace)
                  now -> {
                    long due = turn[0] == 0 ? begin.applyAsLong(now) + first : now + pauseNanos;
                    return limit.allows(turn[0]++, due)
                        ? Optional.of(new Due(kinds.get(i), due))
                        : Optional.empty();
                  };
            })
        .toList();
  }

  /**
   * An open loop: transactions are due at random moments of a mean rate (a Poisson process),
   * whether earlier ones have ended or not.
   *
   * @param rate how many a second, above 0
   * @param writeShare which share of them writes
   * @param threads how many may be under way at the same time
   * @param untilNanos when nothing more is due
   */
  static List<Pace> open(
      double rate, double writeShare, int threads, long seed, long startNanos, long untilNanos) {
    List<Due> schedule = new ArrayList<>();
    double at = startNanos;
    for (int i = 0; at < untilNanos; i++) {
      at -= StrictMath.log(1 - SeededDraws.unit(seed, GAP_STREAM, i)) / rate * Nanos.PER_SECOND;
      boolean writes = SeededDraws.unit(seed, KIND_STREAM, i) < writeShare;
      schedule.add(new Due(writes ? Kind.WRITE : Kind.READ, (long) at));
    }
    return Pace.shared(schedule, threads, untilNanos);
  }
}
