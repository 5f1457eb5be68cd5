package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import io.grpc.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** What a rule does to a call. */
public sealed interface FaultEffect
    permits FaultEffect.Fail,
        FaultEffect.Delay,
        FaultEffect.SlowStart,
        FaultEffect.Stall,
        FaultEffect.ShortBatch,
        FaultEffect.EmptyBatch,
        FaultEffect.LoseSessions,
        FaultEffect.DropConnection,
        FaultEffect.GoAway,
        FaultEffect.Restart {
  /** A time that may be nothing: within an hour. */
  String DELAY = "[0, 3600000] ms";

  /** A time that must not be nothing. */
  String SPAN = "(0, 3600000] ms";

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
  @Key(is = "a gRPC status, or {status, message, retryAfter, resource: {type, name}}")
  record Fail(
      @Key(name = "status", is = "a status other than OK") Status.Code code,
      @Key(range = "any", or = "by plan", is = "the description") String message,
      @Key(range = DELAY, is = "the delay of a RetryInfo") Optional<Duration> retryAfter,
      @Key(is = "a ResourceInfo") Optional<Resource> resource)
      implements FaultEffect {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Fail {
      Invalid.when(code == Status.Code.OK, "status OK: must be an error");
      text("the message", message);
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
  record Resource(
      @Key(is = "its type") String type,
      @Key(range = "any", or = "''", is = "its name; empty for the call's session") String name) {
    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Resource {
      text("the type of the resource", type);
      text("the name of the resource", name);
      Invalid.when(type.isEmpty(), "the type of the resource: must not be empty");
    }
  }

  /**
   * Takes longer.
   *
   * @param fixed what every call takes more, from 0 to 1 h
   * @param random the exclusive bound of what is drawn on top of it, from 0 to 1 h
   */
  @Key(is = "a longer time, or {fixed, random}")
  record Delay(
      @Key(range = DELAY, or = "0", is = "what every call takes more") Duration fixed,
      @Key(range = DELAY, or = "0", is = "what is drawn on top of it") Duration random)
      implements FaultEffect {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Delay {
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
  @Key(is = "{factor, over}: times multiplied by the factor, and by less and less until over")
  record SlowStart(
      @Key(range = "(1, 10000]", is = "the factor at first") double factor,
      @Key(name = "over", range = SPAN, is = "how long it lasts") Duration warmUp)
      implements FaultEffect {}

  /**
   * Never answers: the call stays in progress until the client gives it up or the server closes.
   */
  @Key(is = "no answer")
  record Stall() implements FaultEffect {}

  /**
   * Creates and returns fewer sessions than asked for, rounded down, but one at least.
   *
   * @param share more than 0, less than 1
   */
  @Key(is = "a share of the sessions that were asked for")
  record ShortBatch(@Key(range = "(0, 1)") double share) implements FaultEffect {

    /** How many sessions it makes of a request for some, of which there must be one at least. */
    public int of(int asked) {
      // In decimals: 0.29 of 100 is 28.999... in binary.
      return Math.max(1, BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(asked)).intValue());
    }
  }

  /** Creates no session and returns an empty list: the Java client then asks again, for ever. */
  @Key(is = "no sessions; the Java client asks again at once, so limit it")
  record EmptyBatch() implements FaultEffect {}

  /**
   * Forgets sessions, so that who names one gets NOT_FOUND. Where the call creates sessions, those
   * are forgotten once it has been answered; where it names one, that one is, and the call fails.
   *
   * @param after how long after the answer the sessions created live on, from 0 to 1 h
   */
  @Key(is = "how long the created sessions live after the answer")
  record LoseSessions(@Key(range = DELAY) Duration after) implements FaultEffect {}

  /** Resets the connection that the call came by, with all calls on it, none of them answered. */
  @Key(is = "resets the connection")
  record DropConnection() implements FaultEffect {}

  /** Answers, and asks the client by GOAWAY to make its next calls on a new connection. */
  @Key(is = "asks the client to leave its connection")
  record GoAway() implements FaultEffect {}

  /**
   * Stops the server: all connections are reset, nothing listens on the port, and after a time the
   * server listens there again. It knows its sessions still, as the service does.
   *
   * @param down how long nothing listens, more than 0, at most 1 h
   */
  @Key(is = "nothing listens for this long; sessions are kept")
  record Restart(@Key(range = SPAN) Duration down) implements FaultEffect {}

  private static void text(String what, String text) {
    // It is sent twice, and the details beside it: clients accept 8 KB of trailers in all.
    Invalid.when(
        text.length() > 1_024, "%s has %d characters: must be at most 1024", what, text.length());
  }
}
