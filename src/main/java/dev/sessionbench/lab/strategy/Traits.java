package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Describes a growth strategy but for its amounts. The pool heeds the traits up to {@code full},
 * {@link MinimumAndMore} the others.
 *
 * @param serving whose the new sessions are
 * @param waking which waiters ask again, and when
 * @param failure who is told of a failed request
 * @param maxInFlight requests on their way at once, at least 1; {@link #UNLIMITED} for no limit.
 *     Further ones wait in the order in which they were decided, their sessions counted as being
 *     created
 * @param pauseNanos how long the next request waits after a successful answer, in nanoseconds, at
 *     least 0
 * @param asksAgain whether the rest of a short answer is asked for again, on the same channel and
 *     in the place of the first request; if not, the rest is no longer counted as being created
 * @param shared whether one session serves any number of callers at once, so that it stays idle
 *     whoever has it
 * @param full whether a pool that is set to fail turns a caller away that misses, instead of
 *     letting it wait. Asked before the decision, with the view of the decision
 * @param maxBatch the most sessions of one request, at least 1
 * @param opening the requests for the minimum when the pool opens
 * @param growth the requests for sessions at any other time
 * @param lookNanos how often the pool replaces what is missing to its minimum, in nanoseconds;
 *     {@link GrowthStrategy#NEVER} for not at all
 * @param bounded whether no more is asked for than there is room
 */
@RecordBuilder
public record Traits(
    Serving serving,
    Waking waking,
    Failure failure,
    int maxInFlight,
    long pauseNanos,
    boolean asksAgain,
    boolean shared,
    Predicate<PoolView> full,
    int maxBatch,
    Requests opening,
    Requests growth,
    long lookNanos,
    boolean bounded)
    implements TraitsBuilder.With {
  /** Stands for any number of requests at once, or of sessions in one. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** The Java client's, without its limit of requests at once. */
  public static final Traits QUEUED =
      new Traits(
          Serving.QUEUED,
          Waking.NOBODY,
          Failure.AS_MANY_AS_LOST,
          UNLIMITED,
          0,
          true,
          false,
          pool -> pool.room() <= 0 && pool.allDueAreTaken(),
          UNLIMITED,
          Channels::spread,
          Channels::inTurn,
          TimeUnit.SECONDS.toNanos(10),
          true);

  /** A caller makes its own session, is tied to it, and alone hears of a failure. */
  public static final Traits TIED =
      QUEUED
          .withServing(Serving.BY_FIRST_OF_OWN)
          .withFailure(Failure.WHO_ASKED)
          .withGrowth(Channels::singly)
          .withLookNanos(GrowthStrategy.NEVER)
          .withFull(pool -> pool.room() <= 0);

  /** Whose the sessions are that a caller's miss has made a strategy ask for. */
  public enum Serving {
    /** The first waiter's: the caller joins the queue, and any session may serve it. */
    QUEUED,
    /**
     * The caller's: it does not join the queue but gets the first session of its own first
     * creation, and nothing else serves it. Where nothing was created it queues.
     */
    BY_FIRST_OF_OWN,
    /**
     * The waiters', except the last: the caller sends its requests itself, does not join the queue,
     * and gets a session of the last one when that is answered.
     */
    BY_LAST_OF_OWN
  }

  /** Which waiters ask again, as {@link PoolEvent.Woken}. */
  public enum Waking {
    /** None: a strategy decides at the miss and never again for the same caller. */
    NOBODY,
    /** The first of the queue, whenever another has become the first; it sees nobody waiting. */
    NEXT,
    /**
     * All, in the order of the queue, after every return, arrival and failure, as far as they have
     * not been served by it; each sees as waiting those who have asked again before it.
     */
    ALL
  }

  /**
   * Which callers get the error of a request that serves no tied caller; a tied one gets its own.
   */
  public enum Failure {
    /** Only the caller that asked, whichever of its own requests has failed. */
    WHO_ASKED,
    /** As many waiters, from the head of the queue, as sessions were lost. */
    AS_MANY_AS_LOST,
    /** The head of the queue. */
    HEAD,
    /** Every waiter. */
    EVERYBODY,
    /** None: callers wait on, until they are served otherwise or time out. */
    NOBODY
  }

  /** Divides an amount into requests. */
  @FunctionalInterface
  public interface Requests {
    /** No request at all. */
    Requests NONE = (channels, pool, sessions) -> List.of();

    /**
     * The requests for some sessions.
     *
     * @param channels the channels in turn
     * @param pool the pool as it is now
     * @param sessions how many; none if less than 1
     */
    List<Creation> of(Channels channels, PoolView pool, int sessions);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public Traits {
    Invalid.when(maxInFlight < 1, "maxInFlight=%d: must be at least 1", maxInFlight);
    Invalid.when(pauseNanos < 0, "pauseNanos=%d: must be at least 0", pauseNanos);
  }
}
