package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.text.Form;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Describes how a server fails, as a list of rules. Among the rules that apply to a call, the first
 * that does more than take time decides the answer. The times of all of them add up.
 *
 * @param rules the rules in the order of evaluation
 */
public record FaultPlan(@Key List<FaultRule> rules) {

  /** A plan without faults. */
  public static final FaultPlan NONE = new FaultPlan(List.of());

  /**
   * Checks the rules.
   *
   * @throws IllegalArgumentException if two rules have one name, or naming the rule and what is
   *     wrong
   */
  public FaultPlan {
    Set<String> names = new HashSet<>();
    for (FaultRule rule : rules) {
      Form.check("fault " + rule.name(), rule);
      Invalid.when(!names.add(rule.name()), "fault %s: occurs twice", rule.name());
    }
  }

  /**
   * A plan of some rules.
   *
   * @param rules the rules in the order of evaluation
   * @return the plan
   * @throws IllegalArgumentException if two have one name
   */
  public static FaultPlan of(FaultRule... rules) {
    return new FaultPlan(List.of(rules));
  }

  /** Whether a rule acts on connections, which a server in process does not have. */
  public boolean needsTcp() {
    return rules.stream().anyMatch(rule -> rule.effect().needsTcp());
  }
}
