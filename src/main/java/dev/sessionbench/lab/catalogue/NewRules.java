package dev.sessionbench.lab.catalogue;

import static dev.sessionbench.lab.catalogue.Parameters.AT_LEAST;
import static dev.sessionbench.lab.catalogue.Parameters.AT_MOST;
import static dev.sessionbench.lab.catalogue.Parameters.DELAY;
import static dev.sessionbench.lab.catalogue.Parameters.EARLY;
import static dev.sessionbench.lab.catalogue.Parameters.FACTOR;
import static dev.sessionbench.lab.catalogue.Parameters.HIGH;
import static dev.sessionbench.lab.catalogue.Parameters.HIGH_SHARE;
import static dev.sessionbench.lab.catalogue.Parameters.HORIZON;
import static dev.sessionbench.lab.catalogue.Parameters.INC_STEP;
import static dev.sessionbench.lab.catalogue.Parameters.IN_FLIGHT;
import static dev.sessionbench.lab.catalogue.Parameters.LOW;
import static dev.sessionbench.lab.catalogue.Parameters.LOW_SHARE;
import static dev.sessionbench.lab.catalogue.Parameters.MAX_BATCH;
import static dev.sessionbench.lab.catalogue.Parameters.PERCENTILE;
import static dev.sessionbench.lab.catalogue.Parameters.PERIOD;
import static dev.sessionbench.lab.catalogue.Parameters.QUIET;
import static dev.sessionbench.lab.catalogue.Parameters.SAFETY;
import static dev.sessionbench.lab.catalogue.Parameters.SLOPE_WEIGHT;
import static dev.sessionbench.lab.catalogue.Parameters.SPARE;
import static dev.sessionbench.lab.catalogue.Parameters.SURPLUS;
import static dev.sessionbench.lab.catalogue.Parameters.WEIGHT;
import static dev.sessionbench.lab.catalogue.Parameters.growth;
import static dev.sessionbench.lab.catalogue.Parameters.prediction;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.grow.Clairvoyant;
import dev.sessionbench.lab.grow.ClairvoyantPlan;
import dev.sessionbench.lab.grow.DoublingByRun;
import dev.sessionbench.lab.grow.DoublingBySize;
import dev.sessionbench.lab.grow.Elided;
import dev.sessionbench.lab.grow.Hedged;
import dev.sessionbench.lab.grow.ProportionalDelayed;
import dev.sessionbench.lab.grow.ProportionalSerial;
import dev.sessionbench.lab.grow.RatePredictive;
import dev.sessionbench.lab.grow.Watermark;
import dev.sessionbench.lab.grow.Watermark.Mark;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Traits;

/** Rules that no client has, and the bound of all rules. */
final class NewRules {
  static final Rule<GrowthStrategy> ONE_PER_CALLER_UNTIED =
      new Rule<>(
          "one-per-caller-untied",
          "one-per-caller, but any session may serve the caller: the difference is what tying "
              + "costs",
          "",
          (limits, settings, foresight) -> ConnectionPoolRules.onePerCaller(limits, Traits.QUEUED));

  static final Rule<GrowthStrategy> DOUBLING =
      new Rule<>(
          "doubling",
          "at a miss, as many sessions as there are (times factor - 1)",
          "",
          (limits, settings, foresight) ->
              new DoublingBySize(
                  limits, settings.real(FACTOR), growth(settings), settings.whole(MAX_BATCH)),
          FACTOR,
          AT_LEAST,
          AT_MOST,
          MAX_BATCH);

  static final Rule<GrowthStrategy> DOUBLING_RUN =
      new Rule<>(
          "doubling-run",
          "a step that doubles with every growth, and is small again after a time without a "
              + "miss",
          "",
          (limits, settings, foresight) ->
              new DoublingByRun(
                  limits, growth(settings), settings.nanos(QUIET), settings.whole(MAX_BATCH)),
          AT_LEAST,
          AT_MOST,
          QUIET,
          MAX_BATCH);

  static final Rule<GrowthStrategy> PROPORTIONAL_DELAYED =
      new Rule<>(
          "proportional-delayed",
          "as many as wait, and a share more, a moment after the first miss",
          "",
          (limits, settings, foresight) ->
              new ProportionalDelayed(
                  limits,
                  settings.real(SURPLUS),
                  growth(settings),
                  settings.nanos(DELAY),
                  settings.whole(MAX_BATCH)),
          SURPLUS,
          AT_LEAST,
          AT_MOST,
          DELAY,
          MAX_BATCH);

  static final Rule<GrowthStrategy> PROPORTIONAL_SERIAL =
      new Rule<>(
          "proportional-serial",
          "as many as wait, and a share more, whenever nothing is being created",
          "",
          (limits, settings, foresight) ->
              new ProportionalSerial(
                  limits, settings.real(SURPLUS), growth(settings), settings.whole(MAX_BATCH)),
          SURPLUS,
          AT_LEAST,
          AT_MOST,
          MAX_BATCH);

  static final Rule<GrowthStrategy> WATERMARK =
      new Rule<>(
          "watermark",
          "up to a high mark of spare sessions whenever there are fewer than a low one",
          "",
          (limits, settings, foresight) ->
              new Watermark(
                  limits,
                  new Mark(settings.whole(LOW), settings.real(LOW_SHARE)),
                  new Mark(settings.whole(HIGH), settings.real(HIGH_SHARE)),
                  settings.whole(MAX_BATCH)),
          LOW,
          HIGH,
          LOW_SHARE,
          HIGH_SHARE,
          MAX_BATCH);

  static final Rule<GrowthStrategy> FIXED_STEP_ELIDED =
      new Rule<>(
          "fixed-step-elided",
          "fixed-step through a short queue; only what is still wanted when its turn comes is "
              + "asked for",
          "",
          (limits, settings, foresight) ->
              new Elided(
                  SpannerRules.fixedStep(limits, settings),
                  settings.whole(IN_FLIGHT),
                  settings.whole(SPARE)),
          INC_STEP,
          IN_FLIGHT,
          SPARE);

  static final Rule<GrowthStrategy> FIXED_STEP_HEDGED =
      new Rule<>(
          "fixed-step-hedged",
          "fixed-step that asks once more where an answer is late and callers wait",
          "",
          (limits, settings, foresight) ->
              new Hedged(SpannerRules.fixedStep(limits, settings), settings.real(PERCENTILE)),
          INC_STEP,
          PERCENTILE);

  static final Rule<GrowthStrategy> RATE_PREDICTIVE =
      new Rule<>(
          "rate-predictive",
          "what the rate of acquires and the time of holding say will be in use, before it is",
          "",
          (limits, settings, foresight) ->
              new RatePredictive(limits, prediction(settings), settings.whole(MAX_BATCH)),
          PERIOD,
          WEIGHT,
          SLOPE_WEIGHT,
          SAFETY,
          HORIZON,
          MAX_BATCH);

  static final Rule<GrowthStrategy> CLAIRVOYANT =
      new Rule<>(
          "clairvoyant",
          "the fewest requests with which nobody waits, by knowing the load beforehand: the "
              + "bound of every rule",
          "",
          (limits, settings, foresight) -> new Clairvoyant(plan(limits, settings, foresight)),
          EARLY,
          MAX_BATCH);

  private NewRules() {}

  private static ClairvoyantPlan plan(Limits limits, Settings settings, Foresight foresight) {
    if (foresight.uses().isEmpty()) {
      throw new BadInput(
          "strategy=clairvoyant: must know the load beforehand; it is for loads whose arrivals do"
              + " not depend on the pool, in virtual time");
    }
    return ClairvoyantPlan.of(
        limits,
        foresight.uses(),
        new ClairvoyantPlan.Tuning(
            foresight.creationNanos(), settings.nanos(EARLY), settings.whole(MAX_BATCH)));
  }
}
