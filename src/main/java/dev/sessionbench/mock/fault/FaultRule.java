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
 * One way in which calls go wrong. It acts on a call of one of its methods for which all its
 * conditions hold, which comes sooner than its rate allows, and as long as it has not acted as
 * often as it may.
 *
 * @param name names the rule in messages, and is the root of its draws: a rule that is moved or
 *     gets a neighbour keeps its draws
 * @param methods the methods; empty for all. Calls are numbered by method in any case
 * @param conditions all must hold
 * @param abovePerSecond calls that pass, per second, of those for which all else holds; with more
 *     the rest is hit. As many as come in a second may come at once, one at least. Empty: all are
 *     hit
 * @param atMost how often it acts, from 1; {@link #NO_LIMIT} for as often as it applies
 * @param effect what it does
 */
@RecordBuilder
public record FaultRule(
    @Key(is = "names the rule, and is the root of its draws") String name,
    @Key(name = "on", is = "a method or a list of methods; default all") Set<Rpc> methods,
    List<FaultCondition> conditions,
    @Key(name = "above", range = "(0, 1e9]", is = "calls a second that pass; the rest is hit")
        Optional<Double> abovePerSecond,
    @Key(range = "[1, )", or = "" + FaultRule.NO_LIMIT, is = "how often the rule acts in all")
        long atMost,
    FaultEffect effect)
    implements FaultRuleBuilder.With {
  /** Stands for a rule that acts as often as it applies. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException naming the rule and what is wrong
   */
  public FaultRule {
    Invalid.when(name.isBlank(), "a fault without a name: give it one");
    methods = methods.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(methods));
    conditions = List.copyOf(conditions);
    Invalid.when(
        effect.needsBatch() && !methods.equals(Set.of(Rpc.BATCH_CREATE_SESSIONS)),
        "fault %s: a short or empty batch: must be on BatchCreateSessions alone",
        name);
  }

  /**
   * A rule that acts on every call.
   *
   * @param name its name
   * @param effect what it does
   * @param methods the methods; none for all
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

  /** Whether a method is one of the rule's. */
  boolean covers(Rpc rpc) {
    return methods.isEmpty() || methods.contains(rpc);
  }
}
