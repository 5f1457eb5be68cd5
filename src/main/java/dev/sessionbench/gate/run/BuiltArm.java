package dev.sessionbench.gate.run;

import dev.sessionbench.bench.trial.Handicap;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.policy.PolicyFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An arm that can run.
 *
 * @param classPath what its JVMs are given as class path
 * @param identity what it is
 * @param scalesTime whether its benchmarks have the parameter {@code timeScale}
 */
public record BuiltArm(String classPath, ArmIdentity identity, boolean scalesTime) {
  /** The program that starts its processes: this process's own Java. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * What a reader should know of two arms that are judged together, one sentence each.
   *
   * @param base the base
   * @param head the head, which can change the rules of the working tree
   * @param rules what judges
   */
  static List<String> notes(BuiltArm base, BuiltArm head, PolicyFile rules) {
    List<String> notes = new ArrayList<>();
    if (!(base.scalesTime() && head.scalesTime())) {
      notes.add("An arm is older than timeScale: both were measured without it, at timeScale=1.");
    }
    new ArmClassPath(base.classPath())
        .policy()
        .filter(own -> !own.equals(rules.text()))
        .ifPresent(
            own ->
                notes.add(
                    "It set out to be judged by %s, which is not the base's policy."
                        .formatted(rules.origin())));
    return notes;
  }

  /** What its JVMs are told of the fault that is put into them; nothing without one. */
  List<String> injecting() {
    String injection = identity.injection();
    return injection.isEmpty()
        ? List.of()
        : List.of("-D%s=%s".formatted(Handicap.PROPERTY, injection));
  }
}
