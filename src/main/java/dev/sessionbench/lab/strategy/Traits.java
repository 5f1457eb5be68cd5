package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Describes all of a growth strategy except its amounts. The pool uses the traits up to {@code
 * full}, {@link MinimumAndMore} the others.
 *
 * @param serving who gets the new sessions
 * @param handover how a session that comes back, or serves no tied caller, reaches a waiter
 * @param queuedReleases whether the release of a session waits for its turn among the requests,
 *     because the same threads do both
 * @param waitsForCreations whether a caller that finds the pool full takes no session until nothing
 *     is being created
 * @param cancels whether a caller whose wait has timed out cancels its own creation, unless that
 *     has begun, and takes an idle session if there is one
 * @param waking which waiters ask again, and when
 * @param failure who gets the error of a failed request
 * @param maxInFlight requests on their way at once, at least 1; {@link #UNLIMITED} for no limit.
 *     Further requests wait in the order of decision; their sessions count as being created
 * @param pauseNanos how long the next request waits after a successful answer, in nanoseconds, at
 *     least 0
 * @param asksAgain whether the rest of a short answer is asked for again, on the same channel and
 *     in place of the first request. Otherwise the rest no longer counts as being created
 * @param shared whether one session serves any number of callers at once, and stays idle even when
 *     lent
 * @param full whether a pool that is set to fail refuses a caller that misses, instead of letting
 *     it wait. Asked before the decision, with the same view
 * @param maxBatch the most sessions of one request, at least 1
 * @param opening the requests for the minimum when the pool opens
 * @param growth the requests for sessions at any other time
 * @param lookNanos how often the pool refills its minimum, in nanoseconds; {@link
 *     GrowthStrategy#NEVER} for not at all
 * @param bounded whether requests are limited to the room in the pool
 */
@RecordBuilder
public record Traits(
    Serving serving,
    Handover handover,
    boolean queuedReleases,
    boolean waitsForCreations,
    boolean cancels,
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

  /** The traits of the Java client, without its limit of requests at once. */
  public static final Traits QUEUED =
      TraitsBuilder.builder()
          .serving(Serving.QUEUED)
          .handover(Handover.DIRECT)
          .waking(Waking.NOBODY)
          .failure(Failure.AS_MANY_AS_LOST)
          .maxInFlight(UNLIMITED)
          .asksAgain(true)
          .full(pool -> pool.room() <= 0 && pool.allDueAreTaken())
          .maxBatch(UNLIMITED)
          .opening(Channels::spread)
          .growth(Channels::inTurn)
          .lookNanos(TimeUnit.SECONDS.toNanos(10))
          .bounded(true)
          .build();

  /** A caller creates its own session, is tied to it, and alone gets the error of a failure. */
  public static final Traits TIED =
      QUEUED
          .withServing(Serving.BY_FIRST_OF_OWN)
          .withFailure(Failure.WHO_ASKED)
          .withGrowth(Channels::singly)
          .withLookNanos(GrowthStrategy.NEVER)
          .withFull(pool -> pool.room() <= 0);

  /** Who gets the sessions that a caller's miss led to. */
  public enum Serving {
    /** The first waiter: the caller joins the queue, and any session may serve it. */
    QUEUED,
    /**
     * The caller: it gets the first session of its own first creation and no other, without joining
     * the queue. If nothing was created, it joins the queue.
     */
    BY_FIRST_OF_OWN,
    /**
     * The waiters, except for the last session. The caller sends its requests itself, without
     * joining the queue. It gets a session of the last request when that is answered.
     */
    BY_LAST_OF_OWN
  }

  /** How a session reaches a waiter. */
  public enum Handover {
    /** It belongs to the first waiter at once. */
    DIRECT,
    /**
     * It is free until the first waiter has woken up. A caller that comes meanwhile takes it, and
     * the waiter goes to the end of the queue. If the caller that has released it asks at once,
     * either of the two is first.
     */
    RACED,
    /** It wakes all waiters, and any of them gets it, by chance. */
    ANY
  }

  /** Which waiters ask again, by {@link PoolEvent.Woken}. */
  public enum Waking {
    /** No waiter: a strategy decides at the miss and never again for the same caller. */
    NOBODY,
    /**
     * The first waiter of the queue, whenever it changes. It sees the others in the queue as
     * waiting.
     */
    NEXT,
    /**
     * All unserved waiters, in queue order, after every release, arrival and failure. Each sees as
     * waiting those who have asked again before it.
     */
    ALL
  }

  /**
   * Which callers get the error of a request that serves no tied caller. A tied caller gets its
   * own.
   */
  public enum Failure {
    /** Only the caller that asked, for any of its own requests that failed. */
    WHO_ASKED,
    /** As many waiters, from the front of the queue, as sessions were lost. */
    AS_MANY_AS_LOST,
    /** The first waiter of the queue. */
    HEAD,
    /** Every waiter. */
    EVERYBODY,
    /** No caller: waiters wait on until they are served otherwise or time out. */
    NOBODY
  }

  /** Divides an amount into requests. */
  @FunctionalInterface
  public interface Requests {
    /**
     * The requests for some sessions.
     *
     * @param channels the channels in turn
     * @param pool the pool as it is now
     * @param sessions how many; less than 1 for no request
     */
    List<Creation> of(Channels channels, PoolView pool, int sessions);
  }
}
