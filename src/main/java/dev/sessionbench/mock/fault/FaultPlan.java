package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.text.Form;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How a server goes wrong. Of the rules that apply to a call, the first whose effect is more than
 * time decides its answer; what they take of time adds up.
 *
 * @param rules the rules in the order in which they are asked
 */
public record FaultPlan(@Key List<FaultRule> rules) {

  /** A server that does nothing wrong. */
  public static final FaultPlan NONE = new FaultPlan(List.of());

  /**
   * Copies and checks the rules.
   *
   * @throws IllegalArgumentException if two have one name, or naming the rule and what is wrong
   */
  public FaultPlan {
    rules = List.copyOf(rules);
    Set<String> names = new HashSet<>();
    for (FaultRule rule : rules) {
      Form.check("fault " + rule.name(), rule);
      Invalid.when(!names.add(rule.name()), "fault %s: there are two of that name", rule.name());
    }
  }

  /**
   * A plan of some rules.
   *
   * @param rules the rules in the order in which they are asked
   * @return the plan
   * @throws IllegalArgumentException if two have one name
   */
  public static FaultPlan of(FaultRule... rules) {
    return new FaultPlan(List.of(rules));
  }

  /** Whether a rule needs connections, which a server in process does not have. */
  public boolean needsTcp() {
    return rules.stream().anyMatch(rule -> rule.effect().needsTcp());
  }
}
