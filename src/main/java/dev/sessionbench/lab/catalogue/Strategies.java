package dev.sessionbench.lab.catalogue;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.grow.Clairvoyant;
import dev.sessionbench.lab.grow.DoublingByRun;
import dev.sessionbench.lab.grow.DoublingBySize;
import dev.sessionbench.lab.grow.Elided;
import dev.sessionbench.lab.grow.EvenChannels;
import dev.sessionbench.lab.grow.FirstCallerFills;
import dev.sessionbench.lab.grow.FixedSize;
import dev.sessionbench.lab.grow.FixedStep;
import dev.sessionbench.lab.grow.Headroom;
import dev.sessionbench.lab.grow.Hedged;
import dev.sessionbench.lab.grow.Multiplexed;
import dev.sessionbench.lab.grow.OnePerCaller;
import dev.sessionbench.lab.grow.OnePerExcessWaiter;
import dev.sessionbench.lab.grow.OnePerWaiter;
import dev.sessionbench.lab.grow.ProportionalDelayed;
import dev.sessionbench.lab.grow.ProportionalSerial;
import dev.sessionbench.lab.grow.RatePredictive;
import dev.sessionbench.lab.grow.SerialStep;
import dev.sessionbench.lab.grow.StepPerWaiter;
import dev.sessionbench.lab.grow.TargetPlusIncrement;
import dev.sessionbench.lab.grow.Watermark;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import java.util.List;
import java.util.Map;

/**
 * Every rule by which a pool may grow: those of real pools, named by what they do, new ones, and
 * bounds. What each does exactly is told by its class.
 */
public enum Strategies {
  /** See {@link FixedStep}; at most eight requests at once, as in the Java client. */
  FIXED_STEP(SpannerRules.FIXED_STEP),
  /** See {@link FixedStep}; every change wakes every waiter, as in the Go client. */
  FIXED_STEP_WOKEN(SpannerRules.FIXED_STEP_WOKEN),
  /** See {@link SerialStep}. */
  FIXED_STEP_SERIAL(SpannerRules.FIXED_STEP_SERIAL),
  /** See {@link StepPerWaiter}. */
  STEP_PER_WAITER(SpannerRules.STEP_PER_WAITER),
  /** See {@link OnePerExcessWaiter}. */
  ONE_PER_EXCESS_WAITER(SpannerRules.ONE_PER_EXCESS_WAITER),
  /** See {@link OnePerCaller}. */
  ONE_PER_CALLER(ConnectionPoolRules.ONE_PER_CALLER),
  /** See {@link OnePerCaller}; who waits tries again after every change. */
  ONE_PER_CALLER_WOKEN(ConnectionPoolRules.ONE_PER_CALLER_WOKEN),
  /** See {@link OnePerCaller}; a failure has sessions made for those who wait. */
  ONE_PER_CALLER_REOPENING(ConnectionPoolRules.ONE_PER_CALLER_REOPENING),
  /** See {@link OnePerCaller}; callers wait while many sessions are being created. */
  ONE_PER_CALLER_BURST(SpannerRules.ONE_PER_CALLER_BURST),
  /** See {@link OnePerCaller}; there is no limit. */
  ONE_PER_CALLER_UNBOUNDED(SpannerRules.ONE_PER_CALLER_UNBOUNDED),
  /** See {@link OnePerCaller}; the caller queues besides. */
  ONE_PER_CALLER_UNTIED(NewRules.ONE_PER_CALLER_UNTIED),
  /** See {@link FirstCallerFills}. */
  ONE_PER_CALLER_FILLING(ConnectionPoolRules.ONE_PER_CALLER_FILLING),
  /** See {@link OnePerWaiter}; without elision. */
  ONE_PER_WAITER(ConnectionPoolRules.ONE_PER_WAITER),
  /** See {@link OnePerWaiter}. */
  ONE_PER_WAITER_ELIDED(ConnectionPoolRules.ONE_PER_WAITER_ELIDED),
  /** See {@link TargetPlusIncrement}. */
  TARGET_PLUS_INCREMENT(ConnectionPoolRules.TARGET_PLUS_INCREMENT),
  /** See {@link EvenChannels}. */
  EVEN_CHANNELS(SpannerRules.EVEN_CHANNELS),
  /** See {@link Headroom}. */
  HEADROOM(SpannerRules.HEADROOM),
  /** See {@link FixedSize}. */
  FIXED_SIZE(SpannerRules.FIXED_SIZE),
  /** See {@link DoublingBySize}. */
  DOUBLING(NewRules.DOUBLING),
  /** See {@link DoublingByRun}. */
  DOUBLING_RUN(NewRules.DOUBLING_RUN),
  /** See {@link ProportionalDelayed}. */
  PROPORTIONAL_DELAYED(NewRules.PROPORTIONAL_DELAYED),
  /** See {@link ProportionalSerial}. */
  PROPORTIONAL_SERIAL(NewRules.PROPORTIONAL_SERIAL),
  /** See {@link Watermark}. */
  WATERMARK(NewRules.WATERMARK),
  /** See {@link Elided}, of {@link FixedStep}. */
  FIXED_STEP_ELIDED(NewRules.FIXED_STEP_ELIDED),
  /** See {@link Hedged}, of {@link FixedStep}. */
  FIXED_STEP_HEDGED(NewRules.FIXED_STEP_HEDGED),
  /** See {@link RatePredictive}. */
  RATE_PREDICTIVE(NewRules.RATE_PREDICTIVE),
  /** See {@link Multiplexed}. */
  MULTIPLEXED(SpannerRules.MULTIPLEXED),
  /** See {@link Clairvoyant}. */
  CLAIRVOYANT(NewRules.CLAIRVOYANT);

  @SuppressWarnings("ImmutableEnumChecker") // A rule has no state.
  private final Rule<GrowthStrategy> rule;

  Strategies(Rule<GrowthStrategy> rule) {
    this.rule = rule;
  }

  /**
   * Finds a rule.
   *
   * @param name as users write it
   * @throws BadInput if there is none, with the nearest name
   */
  public static Strategies named(String name) {
    return Rule.named("strategy", name, values());
  }

  /** What is said of the rule, and its parameters. */
  public Rule<GrowthStrategy> rule() {
    return rule;
  }

  /** The parameters that it takes. */
  public List<Parameter> parameters() {
    return rule.parameters();
  }

  /**
   * Makes the rule for one pool that cannot know what comes.
   *
   * @param limits the bounds of the pool
   * @param chosen values of its parameters by name; the others have their standard values
   * @throws BadInput for a parameter that it does not have, or a value out of range
   */
  public GrowthStrategy create(Limits limits, Map<String, String> chosen) {
    return create(limits, chosen, Foresight.NONE);
  }

  /**
   * Makes the rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param chosen values of its parameters by name; the others have their standard values
   * @param foresight what a bound may know; other rules make no use of it
   * @throws BadInput for a parameter that it does not have, a value out of range, or a load for
   *     which there is no such bound
   */
  public GrowthStrategy create(Limits limits, Map<String, String> chosen, Foresight foresight) {
    return rule.create(limits, chosen, foresight);
  }

  /** The name as users write it. */
  @Override
  public String toString() {
    return rule.name();
  }
}
