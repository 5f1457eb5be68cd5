package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;

/**
 * What a pool must do around a strategy's decisions: the part of a real pool's strategy that is not
 * the decision itself.
 *
 * @param serving whose the new sessions are
 * @param waking which waiters ask again, and when
 * @param maxInFlight requests on their way at once, at least 1; {@link #UNLIMITED} for no limit.
 *     Further ones wait in the order in which they were decided, their sessions counted as being
 *     created
 * @param pauseNanos how long the next request waits after one has been answered well, in
 *     nanoseconds, at least 0
 * @param asksAgain whether the rest of a short answer is asked for again, on the same channel and
 *     in the place of the first request; if not, the rest is no longer counted as being created
 * @param failure who is told of a failed request
 * @param shared whether one session serves any number of callers at once, so that it stays idle
 *     whoever has it
 */
public record Traits(
    Serving serving,
    Waking waking,
    int maxInFlight,
    long pauseNanos,
    boolean asksAgain,
    Failure failure,
    boolean shared) {
  /** Stands for any number of requests at once. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * Callers queue, nobody is woken to ask again, any number of requests at once, the rest of short
   * answers is asked for, as many waiters hear of a failure as it lost sessions.
   */
  public static final Traits QUEUED =
      new Traits(Serving.QUEUED, Waking.NOBODY, UNLIMITED, 0, true, Failure.AS_MANY_AS_LOST, false);

  /** Like {@link #QUEUED}, but a caller is tied to its own creation and alone hears it fail. */
  public static final Traits TIED = QUEUED.with(Serving.BY_FIRST_OF_OWN).with(Failure.WHO_ASKED);

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

  /** Who gets the error when a request fails to which nobody is tied; who is tied gets its own. */
  public enum Failure {
    /** Nobody but the caller tied to the request, whichever of its own has failed. */
    WHO_ASKED,
    /** As many waiters, from the head of the queue, as sessions were lost. */
    AS_MANY_AS_LOST,
    /** The head of the queue. */
    HEAD,
    /** Every waiter. */
    EVERYBODY,
    /** Nobody: callers wait on, until they are served otherwise or time out. */
    NOBODY
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

  /** The same with new sessions for others. */
  public Traits with(Serving newServing) {
    return new Traits(newServing, waking, maxInFlight, pauseNanos, asksAgain, failure, shared);
  }

  /** The same with other waiters that ask again. */
  public Traits with(Waking newWaking) {
    return new Traits(serving, newWaking, maxInFlight, pauseNanos, asksAgain, failure, shared);
  }

  /** The same with others who hear of a failure. */
  public Traits with(Failure newFailure) {
    return new Traits(serving, waking, maxInFlight, pauseNanos, asksAgain, newFailure, shared);
  }

  /** The same with another limit of requests at once. */
  public Traits atMostInFlight(int requests) {
    return new Traits(serving, waking, requests, pauseNanos, asksAgain, failure, shared);
  }

  /** The same with a pause after each request, in nanoseconds. */
  public Traits pausing(long nanos) {
    return new Traits(serving, waking, maxInFlight, nanos, asksAgain, failure, shared);
  }

  /** The same, content with what a short answer brings. */
  public Traits acceptingShortAnswers() {
    return new Traits(serving, waking, maxInFlight, pauseNanos, false, failure, shared);
  }

  /** The same with sessions that serve any number of callers. */
  public Traits sharing() {
    return new Traits(serving, waking, maxInFlight, pauseNanos, asksAgain, failure, true);
  }
}
