package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.mock.fault.FaultDecider.FaultCall;
import dev.sessionbench.mock.fault.FaultPlan.FaultLimits;
import java.time.Duration;

/**
 * One thing that must be so for a rule to act on a call. Whether it is depends on the call alone,
 * and for a chance on the seed: never on other methods or on the order in which threads arrive.
 */
public sealed interface FaultCondition {
  /**
   * Whether the condition holds.
   *
   * @param call the call
   * @param seed the seed of the server
   * @param stream tells the draws of rules and methods apart
   */
  boolean holds(FaultCall call, long seed, long stream);

  /**
   * Some calls of each method in a row.
   *
   * @param first the first call, from 1
   * @param last the last call, at least the first; {@link Long#MAX_VALUE} for all later ones
   */
  record Calls(long first, long last) implements FaultCondition {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public Calls {
      FaultLimits.atLeastOne("the first call", first);
      Invalid.when(
          last < first, "calls %d to %d: the last must not be before the first", first, last);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.number() >= first && call.number() <= last;
    }
  }

  /**
   * Each n-th call of each method.
   *
   * @param n at least 1
   */
  record Every(long n) implements FaultCondition {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public Every {
      FaultLimits.atLeastOne("every n-th call", n);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.number() % n == 0;
    }
  }

  /**
   * A share of the calls, drawn for each by its number.
   *
   * @param probability more than 0, at most 1
   */
  record Chance(double probability) implements FaultCondition {
    /**
     * Checks the probability.
     *
     * @throws IllegalArgumentException if it is out of range or not a number
     */
    public Chance {
      // Written so that NaN fails too.
      Invalid.when(
          !(probability > 0 && probability <= 1),
          "probability %s: must be more than 0 and at most 1",
          probability);
    }

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
  record During(Duration from, Duration to) implements FaultCondition {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public During {
      FaultLimits.moment("the start of the window", from);
      FaultLimits.moment("the end of the window", to);
      Invalid.when(
          to.compareTo(from) <= 0,
          "window from %s to %s: must end after it starts",
          FaultLimits.words(from),
          FaultLimits.words(to));
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.elapsedNanos() >= from.toNanos() && call.elapsedNanos() < to.toNanos();
    }
  }

  /**
   * Calls that name one session.
   *
   * @param name its full name
   */
  record OnSession(String name) implements FaultCondition {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it is not the full name of a session
     */
    public OnSession {
      Invalid.when(
          !name.matches("projects/[^/]+/instances/[^/]+/databases/[^/]+/sessions/[^/]+"),
          "session %s: must be projects/<p>/instances/<i>/databases/<d>/sessions/<id>",
          name);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.session().get().equals(name);
    }
  }

  /**
   * Calls that name the session of a number.
   *
   * @param number the number at the end of its name: 1 for the first session of a server, higher
   *     ones for later sessions
   */
  record OnSessionNumber(long number) implements FaultCondition {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public OnSessionNumber {
      FaultLimits.atLeastOne("the number of the session", number);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.session().get().endsWith("/sessions/" + number);
    }
  }

  /**
   * Calls by the n-th channel that has connected.
   *
   * @param number from 1
   */
  record OnChannel(long number) implements FaultCondition {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public OnChannel {
      FaultLimits.atLeastOne("the number of the channel", number);
    }

    @Override
    public boolean holds(FaultCall call, long seed, long stream) {
      return call.channel() == number;
    }
  }
}
