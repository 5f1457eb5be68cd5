package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Rpc;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One way in which calls fail. It acts on calls of its methods that meet all conditions and exceed
 * its rate, up to its limit.
 *
 * @param name identifies the rule in messages and seeds its draws, so that moving it or adding
 *     rules does not change them
 * @param methods the methods; empty for all. Calls are numbered by method in any case
 * @param conditions all must hold
 * @param abovePerSecond how many of the calls that meet the conditions pass unharmed per second;
 *     the rest is hit. Those of one second may come at once, but at least one. Empty: all are hit
 * @param atMost how often it acts, from 1; {@link #NO_LIMIT} for as often as it applies
 * @param effect what it does
 */
@RecordBuilder
public record FaultRule(
    @Key(is = "names the rule and seeds its draws") String name,
    @Key(name = "on", is = "a method or a list of methods; default all") Set<Rpc> methods,
    List<FaultCondition> conditions,
    @Key(name = "above", range = "(0, 1e9]", is = ABOVE) Optional<Double> abovePerSecond,
    @Key(range = "[1, )", or = "" + FaultRule.NO_LIMIT, is = "how often the rule acts in all")
        long atMost,
    FaultEffect effect)
    implements FaultRuleBuilder.With {
  static final String ABOVE = "calls a second that pass; the rule acts on the rest";

  /** The limit of a rule that acts whenever it applies. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException naming the rule and what is wrong
   */
  public FaultRule {
    Invalid.when(name.isBlank(), "a fault without a name: give it one");
    methods = methods.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(methods));
    boolean others = !methods.equals(Set.of(Rpc.BATCH_CREATE_SESSIONS));
    String alone = "fault %s: a short or empty batch: must be on BatchCreateSessions alone";
    Invalid.when(effect.needsBatch() && others, alone, name);
  }

  /**
   * A rule that acts on every call.
   *
   * @param name its name
   * @param effect what it does
   * @param methods the methods; empty for all
   * @return the rule
   * @throws IllegalArgumentException naming the rule and what is wrong
   */
  public static FaultRule of(String name, FaultEffect effect, Rpc... methods) {
    return new FaultRule(name, Set.of(methods), List.of(), Optional.empty(), NO_LIMIT, effect);
  }

  /**
   * This rule with one more condition.
   *
   * @param condition must hold too
   * @return a new rule
   */
  public FaultRule when(FaultCondition condition) {
    List<FaultCondition> more = new ArrayList<>(conditions);
    more.add(condition);
    return withConditions(more);
  }

  /** Whether the rule covers a method. */
  boolean covers(Rpc rpc) {
    return methods.isEmpty() || methods.contains(rpc);
  }
}
