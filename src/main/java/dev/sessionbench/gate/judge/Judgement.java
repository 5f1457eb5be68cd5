package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import java.util.List;
import java.util.Set;

/**
 * The verdict of a gate.
 *
 * @param outcome the gravest outcome of the deciding findings
 * @param conclusion how a pull request shows the outcome
 * @param decided whether no further block can change the outcome
 * @param blocks the number of blocks at the last look
 * @param findings all findings: counts first, in the policy's order
 * @param suspects the cells that fresh forks must confirm; the cell with the most certain finding
 *     comes first
 * @param freshBlocks the pairs of fresh forks that each of them needs
 * @param settled the cells that no further block can change, as a look found all their metrics to
 *     be the same
 */
public record Judgement(
    Outcome outcome,
    Conclusion conclusion,
    boolean decided,
    int blocks,
    List<Finding> findings,
    List<String> suspects,
    int freshBlocks,
    Set<String> settled) {
  /** The deciding findings with an outcome. */
  public List<Finding> of(Outcome wanted) {
    return findings.stream().filter(f -> f.decides() && f.outcome() == wanted).toList();
  }
}
