package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.mock.fault.FaultPlan.FaultLimits;
import io.grpc.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** What a rule does to a call. */
public sealed interface FaultEffect {
  /** Whether it changes how long a call takes, and leaves the answer alone. */
  default boolean onlyTakesTime() {
    return this instanceof Delay || this instanceof SlowStart;
  }

  /** How many sessions come of a request for so many. */
  default int created(int asked) {
    if (this instanceof EmptyBatch) {
      return 0;
    }
    // What asks for none is left as it is, to be refused.
    return this instanceof ShortBatch batch && asked > 0 ? batch.of(asked) : asked;
  }

  /** Whether it acts on a connection or the listening socket, and so needs TCP. */
  default boolean needsTcp() {
    return this instanceof DropConnection || this instanceof GoAway || this instanceof Restart;
  }

  /**
   * Whether it acts on the sessions of a BatchCreateSessions reply, and so makes no other sense.
   */
  default boolean needsBatch() {
    return this instanceof ShortBatch || this instanceof EmptyBatch;
  }

  /**
   * Answers with an error, after the time that a right answer would have taken. The call changes
   * nothing on the server.
   *
   * @param code any code but OK
   * @param message the description
   * @param retryAfter the delay that a {@code google.rpc.RetryInfo} among the details asks for
   * @param resource the {@code google.rpc.ResourceInfo} among the details
   */
  record Fail(
      Status.Code code, String message, Optional<Duration> retryAfter, Optional<Resource> resource)
      implements FaultEffect {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Fail {
      Invalid.when(code == Status.Code.OK, "status OK: must be an error");
      FaultLimits.text("the message", message);
      retryAfter.ifPresent(delay -> FaultLimits.delay("the delay of RetryInfo", delay));
    }

    /**
     * An error without details.
     *
     * @param code any code but OK
     * @param message the description
     * @return the effect
     */
    public static Fail with(Status.Code code, String message) {
      return new Fail(code, message, Optional.empty(), Optional.empty());
    }

    /**
     * This error with a {@code google.rpc.RetryInfo}.
     *
     * @param delay what it asks the client to wait, from 0 to 1 h
     * @return a new effect
     */
    public Fail retryAfter(Duration delay) {
      return new Fail(code, message, Optional.of(delay), resource);
    }

    /**
     * This error with a {@code google.rpc.ResourceInfo}.
     *
     * @param about what it names
     * @return a new effect
     */
    public Fail about(Resource about) {
      return new Fail(code, message, retryAfter, Optional.of(about));
    }
  }

  /**
   * What a {@code google.rpc.ResourceInfo} names.
   *
   * @param type the type, for example {@code type.googleapis.com/google.spanner.v1.Session}
   * @param name the name; empty for the session that the call names
   */
  record Resource(String type, String name) {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Resource {
      FaultLimits.text("the type of the resource", type);
      FaultLimits.text("the name of the resource", name);
      Invalid.when(type.isEmpty(), "the type of the resource: must not be empty");
    }
  }

  /**
   * Takes longer.
   *
   * @param fixed what every call takes more, from 0 to 1 h
   * @param random the exclusive bound of what is drawn on top of it, from 0 to 1 h
   */
  record Delay(Duration fixed, Duration random) implements FaultEffect {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Delay {
      FaultLimits.delay("the delay", fixed);
      FaultLimits.delay("the random delay", random);
      Invalid.when(fixed.isZero() && random.isZero(), "the delay 0 ms: must be more than 0 ms");
    }
  }

  /**
   * A server that is slow after it has begun to listen: the simulated times are multiplied, at
   * first by the factor, then by less and less, in a straight line down to 1 at the end.
   *
   * @param factor more than 1, at most 10,000
   * @param warmUp how long it lasts, more than 0, at most 1 h
   */
  record SlowStart(double factor, Duration warmUp) implements FaultEffect {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public SlowStart {
      Invalid.when(
          !(factor > 1 && factor <= FaultLimits.HIGHEST_FACTOR),
          "factor %s: must be more than 1 and at most 10000",
          factor);
      FaultLimits.positive("the warm-up", warmUp);
    }
  }

  /**
   * Never answers: the call stays in progress until the client gives it up or the server closes.
   */
  record Stall() implements FaultEffect {}

  /**
   * Creates and returns fewer sessions than asked for, rounded down, but one at least.
   *
   * @param share more than 0, less than 1
   */
  record ShortBatch(double share) implements FaultEffect {
    /**
     * Checks the share.
     *
     * @throws IllegalArgumentException if it is out of range or not a number
     */
    public ShortBatch {
      Invalid.when(
          !(share > 0 && share < 1), "share %s: must be more than 0 and less than 1", share);
    }

    /** How many sessions it makes of a request for some, of which there must be one at least. */
    public int of(int asked) {
      // In decimals: 0.29 of 100 is 28.999... in binary.
      return Math.max(1, BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(asked)).intValue());
    }
  }

  /** Creates no session and returns an empty list: the Java client then asks again, for ever. */
  record EmptyBatch() implements FaultEffect {}

  /**
   * Forgets sessions, so that who names one gets NOT_FOUND. Where the call creates sessions, those
   * are forgotten once it has been answered; where it names one, that one is, and the call fails.
   *
   * @param after how long after the answer the sessions created live on, from 0 to 1 h
   */
  record LoseSessions(Duration after) implements FaultEffect {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public LoseSessions {
      FaultLimits.delay("the life of the sessions", after);
    }
  }

  /** Resets the connection that the call came by, with all calls on it, none of them answered. */
  record DropConnection() implements FaultEffect {}

  /** Answers, and asks the client by GOAWAY to make its next calls on a new connection. */
  record GoAway() implements FaultEffect {}

  /**
   * Stops the server: all connections are reset, nothing listens on the port, and after a time the
   * server listens there again. It knows its sessions still, as the service does.
   *
   * @param down how long nothing listens, more than 0, at most 1 h
   */
  record Restart(Duration down) implements FaultEffect {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Restart {
      FaultLimits.positive("the time without a server", down);
    }
  }
}
