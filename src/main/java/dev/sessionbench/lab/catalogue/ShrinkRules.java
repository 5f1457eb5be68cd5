package dev.sessionbench.lab.catalogue;

import static dev.sessionbench.lab.catalogue.Parameters.EVERY;
import static dev.sessionbench.lab.catalogue.Parameters.HOLD_DOWN;
import static dev.sessionbench.lab.catalogue.Parameters.HORIZON;
import static dev.sessionbench.lab.catalogue.Parameters.IDLE;
import static dev.sessionbench.lab.catalogue.Parameters.KEPT_IDLE;
import static dev.sessionbench.lab.catalogue.Parameters.MAX_IDLE;
import static dev.sessionbench.lab.catalogue.Parameters.PERIOD;
import static dev.sessionbench.lab.catalogue.Parameters.SAFETY;
import static dev.sessionbench.lab.catalogue.Parameters.SLOPE_WEIGHT;
import static dev.sessionbench.lab.catalogue.Parameters.WEIGHT;
import static dev.sessionbench.lab.catalogue.Parameters.WINDOW;
import static dev.sessionbench.lab.catalogue.Parameters.prediction;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.shrink.IdleLimit;
import dev.sessionbench.lab.shrink.IdleTime;
import dev.sessionbench.lab.shrink.NeverShrinks;
import dev.sessionbench.lab.shrink.PeakAtAcquire;
import dev.sessionbench.lab.shrink.PeakCells;
import dev.sessionbench.lab.shrink.PeakWindow;
import dev.sessionbench.lab.shrink.PredictedSurplus;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.ShrinkRule;
import java.util.List;
import java.util.Map;

/** Every rule by which a pool may shrink; any goes with any {@link Strategies growth}. */
public enum ShrinkRules {
  /** See {@link NeverShrinks}. */
  NEVER(
      new Rule<>(
          "never",
          "keeps every session",
          "google-cloud-cpp",
          (limits, settings, foresight) -> new NeverShrinks())),
  /** See {@link IdleTime}; dropped without an RPC, as in the Java client. */
  IDLE_TIME(
      new Rule<>(
          "idle-time",
          "forgets sessions that have been unused for long, above the minimum, without an RPC",
          "google-cloud-spanner (Java) 1.53.0 to 6.107.0",
          (limits, settings, foresight) -> idleTime(settings, false),
          IDLE.standing(3_300_000),
          EVERY.standing(10_000),
          KEPT_IDLE)),
  /** See {@link IdleTime}. */
  IDLE_TIME_DELETED(
      new Rule<>(
          "idle-time-deleted",
          "deletes sessions that have been unused for long, above the minimum",
          "@google-cloud/spanner (Node), HikariCP, pgxpool, google-cloud-spanner (Ruby)",
          (limits, settings, foresight) -> idleTime(settings, true),
          IDLE,
          EVERY,
          KEPT_IDLE.standing(1))),
  /** See {@link IdleTime}; sessions of the minimum too, which the pool then makes anew. */
  IDLE_TIME_REFILLED(
      new Rule<>(
          "idle-time-refilled",
          "deletes all sessions that have been unused for long, also those of the minimum",
          "HikariCP to 2.4.0",
          (limits, settings, foresight) ->
              new IdleTime(
                  settings.nanos(IDLE),
                  settings.nanos(EVERY),
                  settings.whole(KEPT_IDLE),
                  true,
                  false),
          IDLE,
          EVERY.standing(30_000),
          KEPT_IDLE)),
  /** See {@link PeakWindow}. */
  PEAK_WINDOW(
      new Rule<>(
          "peak-window",
          "closes what the last window has not used, spread over the next window",
          "google-cloud-spanner (Java) to 1.52",
          (limits, settings, foresight) ->
              new PeakWindow(settings.nanos(WINDOW), settings.whole(MAX_IDLE)),
          WINDOW,
          MAX_IDLE)),
  /** See {@link PeakCells}. */
  PEAK_CELLS(
      new Rule<>(
          "peak-cells",
          "closes at once, every minute, what the last ten have not used",
          "cloud.google.com/go/spanner to 2025",
          (limits, settings, foresight) -> new PeakCells(settings.whole(MAX_IDLE)),
          MAX_IDLE)),
  /** See {@link PeakAtAcquire}. */
  PEAK_AT_ACQUIRE(
      new Rule<>(
          "peak-at-acquire",
          "closes what the last window has not used at the next acquire, and more after a quiet time",
          "google-cloud-spanner (PHP)",
          (limits, settings, foresight) -> new PeakAtAcquire(settings.nanos(WINDOW)),
          WINDOW)),
  /** See {@link IdleLimit}. */
  IDLE_LIMIT(
      new Rule<>(
          "idle-limit",
          "closes a session that comes back while enough are idle",
          "database/sql (Go), vitess, google-cloud-spanner (Python) BurstyPool with maxIdle=10",
          (limits, settings, foresight) -> new IdleLimit(settings.whole(MAX_IDLE)),
          MAX_IDLE.standing(2))),
  /** See {@link PredictedSurplus}. */
  PREDICTED_SURPLUS(
      new Rule<>(
          "predicted-surplus",
          "closes what rate-predictive would not have, after a hold-down time",
          "",
          (limits, settings, foresight) ->
              new PredictedSurplus(prediction(settings), settings.nanos(HOLD_DOWN)),
          PERIOD,
          WEIGHT,
          SLOPE_WEIGHT,
          SAFETY,
          HORIZON,
          HOLD_DOWN));

  @SuppressWarnings("ImmutableEnumChecker") // A rule has no state.
  private final Rule<ShrinkRule> rule;

  ShrinkRules(Rule<ShrinkRule> rule) {
    this.rule = rule;
  }

  private static ShrinkRule idleTime(Settings settings, boolean deletes) {
    return new IdleTime(
        settings.nanos(IDLE), settings.nanos(EVERY), settings.whole(KEPT_IDLE), deletes, true);
  }

  /**
   * Finds a rule.
   *
   * @param name as users write it
   * @throws BadInput if there is none, with the nearest name
   */
  public static ShrinkRules named(String name) {
    return Rule.named("shrink rule", name, values());
  }

  /** What is said of the rule, and its parameters. */
  public Rule<ShrinkRule> rule() {
    return rule;
  }

  /** The parameters that it takes. */
  public List<Parameter> parameters() {
    return rule.parameters();
  }

  /**
   * Makes the rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param chosen values of its parameters by name; the others have their standard values
   * @throws BadInput for a parameter that it does not have, or a value out of range
   */
  public ShrinkRule create(Limits limits, Map<String, String> chosen) {
    return rule.create(limits, chosen, Foresight.NONE);
  }

  /** The name as users write it. */
  @Override
  public String toString() {
    return rule.name();
  }
}
