package dev.sessionbench.gate.policy;

/** A small policy for tests: two timed cells, two gated metrics and one that is shown. */
public final class SyntheticPolicy {
  /** The settings that apply to all metrics and cells. */
  public static final String RULES =
      """
      alpha: 0.1
      confirmAlpha: 0.1
      clearAlpha: 0.05
      inconclusive: neutral
      gross: {change: 0.25, alarm: 0.1}
      blocks: 12
      confirmBlocks: 6
      forkSeconds: 60
      looks:
        - {at: 0.5, alarm: 0, clear: 0.63}
        - {at: 1, alarm: 0.9, clear: 0.37}
      """;

  /** The policy's text. */
  public static final String YAML =
      RULES
          + """
      exact: [sessionsCreated, overshoot]
      metrics:
        score: {label: wall time, margin: 0.03}
        cpu: {label: CPU time, negligible: 10, margin: 0.10}
        p99: {label: p99, margin: 0.10, gated: false}
      cells:
        - {benchmark: a.B.burst, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score, cpu]}
        - {benchmark: a.B.steady, params: {incStep: 25}, warmups: 3, iterations: 3, gated: [score, cpu]}
        - {benchmark: a.B.mixed, params: {incStep: 25}, warmups: 0, iterations: 1, gated: []}
      """;

  /** The parsed policy. */
  public static final Policy POLICY = PolicyFile.parse("test", YAML).policy();

  private SyntheticPolicy() {}

  /** The policy with one text replaced by another. */
  public static Policy with(String from, String to) {
    return PolicyFile.parse("test", YAML.replace(from, to)).policy();
  }
}
