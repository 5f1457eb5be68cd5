package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies a plan of faults on one server. It numbers the calls, evaluates the rules, measures rates
 * and counts how often each rule has acted. Thread-safe and lock-free.
 *
 * <p>A draw for the n-th call of a method depends only on the seed, the rule's name, the method and
 * n.
 */
public final class FaultDecider {
  private static final String DELAY_DRAWS = "delay";

  private final long seed;
  private final LongSupplier nanoClock;
  private final long beganNanos;
  private final AtomicLong upSinceNanos;
  private final Map<Rpc, AtomicLong> calls = Rpc.each(rpc -> new AtomicLong());
  private final List<RuleState> states = new ArrayList<>();
  private final AtomicLong lastNanos = new AtomicLong();
  private final AtomicLong hits = new AtomicLong();

  /** The state of one rule. */
  private record RuleState(FaultRule rule, RateMeter meter, AtomicLong acted) {
    RuleState(FaultRule rule) {
      this(rule, new RateMeter(rule.abovePerSecond().orElse(1.0)), new AtomicLong());
    }

    /** Counts an act, unless the rule has reached its limit. */
    boolean claim() {
      return acted.getAndUpdate(times -> Math.min(times + 1, rule.atMost())) < rule.atMost();
    }
  }

  /**
   * Begins a plan now.
   *
   * @param plan its rules
   * @param seed decides its draws
   * @param nanoClock a clock that never goes back, in nanoseconds
   */
  public FaultDecider(FaultPlan plan, long seed, LongSupplier nanoClock) {
    this.seed = seed;
    this.nanoClock = nanoClock;
    this.beganNanos = nanoClock.getAsLong();
    this.upSinceNanos = new AtomicLong(beganNanos);
    plan.rules().forEach(rule -> states.add(new RuleState(rule)));
  }

  /** Whether the plan has no rules. */
  public boolean isQuiet() {
    return states.isEmpty();
  }

  /**
   * Reports that the server accepts connections again after a restart. This counts as an act of the
   * plan.
   */
  public void cameBack() {
    long now = nanoClock.getAsLong();
    upSinceNanos.set(now);
    remember(now);
  }

  /**
   * Decides what happens to a call. Call it once for each call.
   *
   * @param rpc its method
   * @param channel the number of its channel, 0 if unknown
   * @param session finds the full name of the session that the call names, empty if there is none;
   *     only called for rules about sessions
   * @return the decision
   */
  public FaultDecision decide(Rpc rpc, long channel, Supplier<String> session) {
    long now = nanoClock.getAsLong();
    long number = Objects.requireNonNull(calls.get(rpc)).incrementAndGet();
    long upNanos = now - upSinceNanos.get();
    FaultCall call = new FaultCall(rpc, number, now - beganNanos, upNanos, channel, session);
    double factor = 1;
    long extraNanos = 0;
    FaultEffect outcome = null;
    for (RuleState state : states) {
      FaultEffect effect = state.rule.effect();
      // A rule whose answer would not be used must not count it against its limit.
      if ((outcome == null || effect.onlyTakesTime()) && acts(state, call)) {
        remember(now);
        if (effect instanceof FaultEffect.Delay delay) {
          extraNanos += delayNanos(state.rule, delay, call);
        } else if (effect instanceof FaultEffect.SlowStart slow) {
          double left = 1 - (double) call.upNanos() / slow.warmUp().toNanos();
          factor *= 1 + (slow.factor() - 1) * left;
        } else {
          outcome = effect;
        }
      }
    }
    if (outcome == null && factor == 1 && extraNanos == 0) {
      return FaultDecision.NONE;
    }
    hits.incrementAndGet();
    return new FaultDecision(factor, extraNanos, outcome);
  }

  /** What the plan has done until now. */
  public FaultStatistics statistics() {
    Map<String, Long> acts = new LinkedHashMap<>();
    states.forEach(state -> acts.put(state.rule.name(), state.acted.get()));
    long last = lastNanos.get();
    OptionalLong act = last == 0 ? OptionalLong.empty() : OptionalLong.of(beganNanos + last - 1);
    return new FaultStatistics(hits.get(), Collections.unmodifiableMap(acts), act);
  }

  private boolean acts(RuleState state, FaultCall call) {
    FaultRule rule = state.rule;
    boolean warm =
        rule.effect() instanceof FaultEffect.SlowStart slow
            && call.upNanos() >= slow.warmUp().toNanos();
    if (warm || !rule.covers(call.rpc())) {
      return false;
    }
    long stream = stream(rule.name(), call.rpc());
    return rule.conditions().stream().allMatch(condition -> condition.holds(call, seed, stream))
        && (rule.abovePerSecond().isEmpty() || state.meter.exceeds(call.planNanos()))
        && state.claim();
  }

  /** By names, not positions: adding a rule or a method does not change the draws of others. */
  private static long stream(String name, Rpc rpc) {
    return (long) name.hashCode() << Integer.SIZE ^ rpc.methodName().hashCode();
  }

  private long delayNanos(FaultRule rule, FaultEffect.Delay delay, FaultCall call) {
    long stream = stream(rule.name() + DELAY_DRAWS, call.rpc());
    long bound = Math.max(1, delay.random().toNanos());
    return delay.fixed().toNanos() + SeededDraws.uniform(seed, stream, call.number(), bound);
  }

  /** Adds one to the time since the plan began, so that 0 means never. */
  private void remember(long now) {
    lastNanos.accumulateAndGet(now - beganNanos + 1, Math::max);
  }

  /**
   * A call as conditions see it on arrival.
   *
   * @param rpc the method
   * @param number which call of that method it is since the plan began, from 1
   * @param planNanos since the plan began, in nanoseconds
   * @param upNanos since the server last began to listen, in nanoseconds
   * @param channel the number of its channel, from 1; 0 if unknown
   * @param session finds the full name of the session that the call names; empty if there is none
   */
  public record FaultCall(
      Rpc rpc, long number, long planNanos, long upNanos, long channel, Supplier<String> session) {}

  /**
   * The decision about one call.
   *
   * @param factor the factor on its simulated time, at least 1
   * @param extraNanos additional time, in nanoseconds
   * @param outcome the effect on the answer; null to leave it unchanged
   */
  public record FaultDecision(double factor, long extraNanos, @Nullable FaultEffect outcome) {
    /** A decision that changes nothing. */
    public static final FaultDecision NONE = new FaultDecision(1, 0, null);

    /**
     * How long the call takes.
     *
     * @param simulatedNanos how long it would take without faults
     * @return the time in nanoseconds
     */
    public long latencyNanos(long simulatedNanos) {
      return (factor > 1 ? Math.round(simulatedNanos * factor) : simulatedNanos) + extraNanos;
    }
  }

  /**
   * What a plan of faults has done.
   *
   * @param hits calls that something has happened to
   * @param acts how often each rule has acted, by name, in the order of the plan
   * @param lastActNanos when a rule last acted or the server last came back, on the clock of the
   *     plan; empty if neither has happened
   */
  public record FaultStatistics(long hits, Map<String, Long> acts, OptionalLong lastActNanos) {}

  /**
   * Finds the calls beyond a rate, by the generic cell rate algorithm (ITU-T I.371). This is a
   * bucket of tokens, stored as the time at which the bucket will be full again.
   *
   * <p>The bucket holds the calls of one second, but at least one. Calls beyond the rate take no
   * token.
   */
  static final class RateMeter {
    private final long intervalNanos;
    private final long toleranceNanos;

    /** On the meter's own clock, which starts with the plan. */
    private final AtomicLong fullAtNanos = new AtomicLong(Long.MIN_VALUE);

    RateMeter(double callsPerSecond) {
      intervalNanos = Math.max(1, Math.round(Nanos.PER_SECOND / callsPerSecond));
      long burst = Math.max(1, (long) callsPerSecond);
      toleranceNanos = (burst - 1) * intervalNanos;
    }

    /**
     * Counts a call.
     *
     * @param nowNanos when it came
     * @return whether it is beyond the rate
     */
    boolean exceeds(long nowNanos) {
      while (true) {
        long full = fullAtNanos.get();
        long from = Math.max(full, nowNanos);
        if (from - nowNanos > toleranceNanos) {
          return true;
        }
        if (fullAtNanos.compareAndSet(full, from + intervalNanos)) {
          return false;
        }
      }
    }
  }
}
