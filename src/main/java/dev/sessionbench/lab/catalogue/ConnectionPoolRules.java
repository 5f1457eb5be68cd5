package dev.sessionbench.lab.catalogue;

import static dev.sessionbench.lab.catalogue.Parameters.INCREMENT;

import dev.sessionbench.lab.grow.FirstCallerFills;
import dev.sessionbench.lab.grow.OnePerCaller;
import dev.sessionbench.lab.grow.OnePerCaller.AfterFailure;
import dev.sessionbench.lab.grow.OnePerCaller.Bound;
import dev.sessionbench.lab.grow.OnePerWaiter;
import dev.sessionbench.lab.grow.TargetPlusIncrement;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Waking;

/** The rules of connection pools, some of which Spanner clients have too. */
final class ConnectionPoolRules {
  static final Rule<GrowthStrategy> ONE_PER_CALLER =
      new Rule<>(
          "one-per-caller",
          "the caller makes one session for itself, which alone serves it",
          "google-cloud-spanner (Ruby, PHP), vitess",
          (limits, settings, foresight) -> onePerCaller(limits, Traits.TIED));

  static final Rule<GrowthStrategy> ONE_PER_CALLER_WOKEN =
      new Rule<>(
          "one-per-caller-woken",
          "one-per-caller; who waits because the pool is full tries again after every change",
          "commons-pool2, puddle, pgxpool",
          (limits, settings, foresight) -> onePerCaller(limits, Traits.TIED.with(Waking.ALL)));

  static final Rule<GrowthStrategy> ONE_PER_CALLER_REOPENING =
      new Rule<>(
          "one-per-caller-reopening",
          "one-per-caller; a failure has one session made for each caller that waits",
          "database/sql (Go)",
          (limits, settings, foresight) ->
              new OnePerCaller(
                  limits,
                  Integer.MAX_VALUE,
                  Bound.MAX_SESSIONS,
                  AfterFailure.REOPENS,
                  Traits.TIED.with(Failure.HEAD)));

  static final Rule<GrowthStrategy> ONE_PER_CALLER_FILLING =
      new Rule<>(
          "one-per-caller-filling",
          "one-per-caller; the first caller has the rest of the minimum made behind its own, "
              + "one by one",
          "reactor-pool",
          (limits, settings, foresight) -> new FirstCallerFills(limits));

  static final Rule<GrowthStrategy> ONE_PER_WAITER_ELIDED =
      new Rule<>(
          "one-per-waiter-elided",
          "one request per waiter, one at a time with a pause of 30 ms, dropped if no longer "
              + "needed when its turn comes",
          "HikariCP 6",
          (limits, settings, foresight) -> new OnePerWaiter(limits, /* elides= */ true));

  static final Rule<GrowthStrategy> ONE_PER_WAITER =
      new Rule<>(
          "one-per-waiter",
          "one request at every miss, one at a time, none ever dropped below the maximum",
          "HikariCP to 2.5.0",
          (limits, settings, foresight) -> new OnePerWaiter(limits, /* elides= */ false));

  static final Rule<GrowthStrategy> TARGET_PLUS_INCREMENT =
      new Rule<>(
          "target-plus-increment",
          "a target that grows by an increment when the waiters reach it, made by single "
              + "requests, three at once",
          "c3p0",
          (limits, settings, foresight) ->
              new TargetPlusIncrement(limits, settings.whole(INCREMENT)),
          INCREMENT);

  private ConnectionPoolRules() {}

  static GrowthStrategy onePerCaller(Limits limits, Traits traits) {
    return new OnePerCaller(
        limits, Integer.MAX_VALUE, Bound.MAX_SESSIONS, AfterFailure.NOTHING, traits);
  }
}
