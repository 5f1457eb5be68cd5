package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.mock.fault.FaultDecider.FaultCall;
import java.time.Duration;

/**
 * A condition for a fault rule to act on a call. It depends only on the call, and for chances on
 * the seed. Other methods and the order of threads do not matter.
 */
// The list gives the keys their order in messages; without it, the order is the compiler's.
public sealed interface FaultCondition
    permits FaultCondition.Calls,
        FaultCondition.Every,
        FaultCondition.Chance,
        FaultCondition.During,
        FaultCondition.OnSession,
        FaultCondition.OnChannel {
  /** The range of a call's or connection's number. */
  String NUMBER = "[1, )";

  /** The range of a plan's moments: within a year. */
  String MOMENT = "[0, 31536000] s";

  /**
   * Whether the condition holds.
   *
   * @param call the call
   * @param seed the seed of the server
   * @param stream selects the draws of one rule and method
   */
  boolean holds(FaultCall call, long seed, long stream);

  /**
   * A range of successive calls of each method.
   *
   * @param first the first call, from 1
   * @param last the last call, at least the first; {@link Long#MAX_VALUE} for all later ones
   */
  @Key(is = "a call's number, or {from, to}; calls are numbered from 1 by method")
  record Calls(
      @Key(name = "from", range = NUMBER, is = "the first") long first,
      @Key(name = "to", range = NUMBER, or = "" + Long.MAX_VALUE, is = "the last") long last)
      implements FaultCondition {
    /** A single call. */
    @Key(range = NUMBER)
    public static Calls only(long number) {
      return new Calls(number, number);
    }

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Calls {
      Invalid.when(
          last < first, "calls %d to %d: the last must not be before the first", first, last);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.number() >= first && call.number() <= last;
    }
  }

  /**
   * Every n-th call of each method.
   *
   * @param n at least 1
   */
  @Key(is = "each n-th call of each method")
  record Every(@Key(range = NUMBER) long n) implements FaultCondition {

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.number() % n == 0;
    }
  }

  /**
   * A share of the calls, drawn for each call by its number.
   *
   * @param probability more than 0, at most 1
   */
  @Key(name = "probability", is = "the share of calls; drawn by seed")
  record Chance(@Key(range = "(0, 1]") double probability) implements FaultCondition {

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return SeededDraws.unit(seed, stream, call.number()) < probability;
    }
  }

  /**
   * A span of time.
   *
   * @param from its start, since the plan began, at least 0
   * @param to its end, which no longer belongs to it, after the start
   */
  @Key(name = "window", is = "{from, to} in seconds since the server's start")
  record During(
      @Key(range = MOMENT, or = "0", is = "its start") Duration from,
      @Key(range = MOMENT, is = "its end") Duration to)
      implements FaultCondition {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public During {
      Invalid.when(
          to.compareTo(from) <= 0, "window from %s to %s: must end after it starts", from, to);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.planNanos() >= from.toNanos() && call.planNanos() < to.toNanos();
    }
  }

  /**
   * Calls that name one session.
   *
   * @param name its full name, or the number at the end of it: 1 for the first session of a server
   */
  @Key(name = "session", is = "calls that name this session, by its name or number")
  record OnSession(@Key String name) implements FaultCondition {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it is neither a number nor the full name of a session
     */
    public OnSession {
      Invalid.when(
          !name.matches("[1-9]\\d*|projects/[^/]+/instances/[^/]+/databases/[^/]+/sessions/[^/]+"),
          "session %s: must be a number or projects/<p>/instances/<i>/databases/<d>/sessions/<id>",
          name);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      String session = call.session().get();
      return session.equals(name) || session.endsWith("/sessions/" + name);
    }
  }

  /**
   * Calls by the n-th channel that connected.
   *
   * @param number from 1
   */
  @Key(name = "channel", is = "calls by the n-th connection")
  record OnChannel(@Key(range = NUMBER) long number) implements FaultCondition {

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.channel() == number;
    }
  }
}
