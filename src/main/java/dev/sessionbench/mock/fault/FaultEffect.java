package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import io.grpc.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** The effect of a fault rule on a call. */
// The list gives the keys their order in messages; without it, the order is the compiler's.
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
  /** The range of a time that may be 0: within an hour. */
  String DELAY = "[0, 3600000] ms";

  /** The range of a time above 0. */
  String SPAN = "(0, 3600000] ms";

  /** Whether the effect only changes how long a call takes, not the answer. */
  default boolean onlyTakesTime() {
    return this instanceof Delay || this instanceof SlowStart;
  }

  /** How many sessions are created for a request. */
  default int created(int asked) {
    if (this instanceof EmptyBatch) {
      return 0;
    }
    // A request for no sessions stays as it is and is refused.
    return this instanceof ShortBatch batch && asked > 0 ? batch.of(asked) : asked;
  }

  /** Whether it acts on a connection or the listening socket, and so needs TCP. */
  default boolean needsTcp() {
    return this instanceof DropConnection || this instanceof GoAway || this instanceof Restart;
  }

  /**
   * Whether it acts on the sessions of a BatchCreateSessions reply, and so fits no other method.
   */
  default boolean needsBatch() {
    return this instanceof ShortBatch || this instanceof EmptyBatch;
  }

  /**
   * Answers with an error, after the time of a correct answer. The call changes nothing on the
   * server.
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
  }

  /**
   * The content of a {@code google.rpc.ResourceInfo}.
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
   * Makes calls take longer.
   *
   * @param fixed the additional time of every call, from 0 to 1 h
   * @param random the exclusive bound of a further random time, from 0 to 1 h
   */
  @Key(is = "a longer time, or {fixed, random}")
  record Delay(
      @Key(range = DELAY, or = "0", is = "added to every call") Duration fixed,
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
   * Slows down a server that has begun to listen. The simulated times are multiplied by the factor
   * at first; the factor falls linearly to 1 at the end.
   *
   * @param factor more than 1, at most 10,000
   * @param warmUp how long it lasts, more than 0, at most 1 h
   */
  @Key(is = "{factor, over}: multiplies times by a factor that falls to 1 within over")
  record SlowStart(
      @Key(range = "(1, 10000]", is = "the factor at first") double factor,
      @Key(name = "over", range = SPAN, is = "how long it lasts") Duration warmUp)
      implements FaultEffect {}

  /** Never answers: the call stays in progress until the client cancels it or the server closes. */
  @Key(is = "no answer")
  record Stall() implements FaultEffect {}

  /**
   * Creates and returns fewer sessions than asked for, rounded down, but at least one.
   *
   * @param share more than 0, less than 1
   */
  @Key(is = "a share of the sessions that were asked for")
  record ShortBatch(@Key(range = "(0, 1)") double share) implements FaultEffect {

    /** How many sessions it creates for a request of at least one. */
    public int of(int asked) {
      // Decimal, because 0.29 of 100 is 28.999... in binary.
      return Math.max(1, BigDecimal.valueOf(share).multiply(BigDecimal.valueOf(asked)).intValue());
    }
  }

  /** Creates no session and returns an empty list; the Java client then asks again, for ever. */
  @Key(is = "no sessions; the Java client asks again at once, so limit it")
  record EmptyBatch() implements FaultEffect {}

  /**
   * Forgets sessions, so that calls that name them get NOT_FOUND. If the call creates sessions,
   * they are forgotten after the answer. If the call names a session, that one is forgotten and the
   * call fails.
   *
   * @param after how long after the answer the sessions created live on, from 0 to 1 h
   */
  @Key(is = "how long the created sessions live after the answer")
  record LoseSessions(@Key(range = DELAY) Duration after) implements FaultEffect {}

  /** Resets the connection of the call. No call on it is answered. */
  @Key(is = "resets the connection")
  record DropConnection() implements FaultEffect {}

  /** Answers, and asks the client by GOAWAY to use a new connection for further calls. */
  @Key(is = "asks the client to leave its connection")
  record GoAway() implements FaultEffect {}

  /**
   * Stops the server: it resets all connections, and each new one for a time. It keeps its
   * sessions, as the service does.
   *
   * @param down how long no connection is accepted, more than 0, at most 1 h
   */
  @Key(is = "resets connections for this long; sessions are kept")
  record Restart(@Key(range = SPAN) Duration down) implements FaultEffect {}

  private static void text(String what, String text) {
    // The text is sent twice, next to the details; clients accept 8 KB of trailers in all.
    Invalid.when(
        text.length() > 1_024, "%s has %d characters: must be at most 1024", what, text.length());
  }
}
