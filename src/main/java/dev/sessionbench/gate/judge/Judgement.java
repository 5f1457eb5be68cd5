package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import java.util.List;

/**
 * What a gate says.
 *
 * @param outcome the whole's: the gravest of what decides
 * @param conclusion how a pull request shows it
 * @param decided whether no further block can change it
 * @param blocks the blocks that the last look had
 * @param findings all findings: counts first, in the policy's order
 * @param suspects the cells that fresh forks must confirm, the surest finding first
 * @param freshBlocks the pairs of fresh forks that each of them needs
 */
public record Judgement(
    Outcome outcome,
    Conclusion conclusion,
    boolean decided,
    int blocks,
    List<Finding> findings,
    List<String> suspects,
    int freshBlocks) {
  /** Copies the lists. */
  public Judgement {
    findings = List.copyOf(findings);
    suspects = List.copyOf(suspects);
  }

  /** The findings that decide and are not {@code same}. */
  public List<Finding> changed() {
    return findings.stream().filter(f -> f.decides() && f.outcome() != Outcome.SAME).toList();
  }

  /** The findings that decide and have an outcome. */
  public List<Finding> of(Outcome wanted) {
    return findings.stream().filter(f -> f.decides() && f.outcome() == wanted).toList();
  }
}
