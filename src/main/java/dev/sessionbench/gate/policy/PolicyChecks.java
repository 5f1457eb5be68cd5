package dev.sessionbench.gate.policy;

/** Refuses values of a policy, all in the same words. */
final class PolicyChecks {
  private PolicyChecks() {}

  static void require(boolean holds, String key, Object value, String right) {
    if (!holds) {
      throw new IllegalArgumentException("%s: %s: must be %s".formatted(key, value, right));
    }
  }
}
