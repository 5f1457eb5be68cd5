package dev.sessionbench.gate.run;

import dev.sessionbench.bench.trial.Handicap;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.policy.PolicyFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An arm that can run.
 *
 * @param classPath what its JVMs are given as class path
 * @param identity what it is
 */
public record BuiltArm(String classPath, ArmIdentity identity) {
  /** The program that starts its processes: this process's own Java. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * That a head may have changed the rules: nothing where they are those that this base brings.
   *
   * @param rules what judges
   */
  Optional<String> note(PolicyFile rules) {
    return new ArmClassPath(classPath)
        .policy()
        .filter(own -> !own.equals(rules.text()))
        .map(
            own ->
                "It set out to be judged by %s, which is not the base's policy."
                    .formatted(rules.origin()));
  }

  /** What its JVMs are told of the fault that is put into them; nothing without one. */
  List<String> injecting() {
    String injection = identity.injection();
    return injection.isEmpty()
        ? List.of()
        : List.of("-D%s=%s".formatted(Handicap.PROPERTY, injection));
  }
}
