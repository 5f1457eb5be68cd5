package dev.sessionbench.gate.run;

import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.handicap.Handicap;
import java.nio.file.Path;
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

  /** What its JVMs are told of the fault that is put into them; nothing without one. */
  List<String> injecting() {
    String injection = identity.injection();
    return injection.isEmpty()
        ? List.of()
        : List.of("-D%s=%s".formatted(Handicap.PROPERTY, injection));
  }
}
