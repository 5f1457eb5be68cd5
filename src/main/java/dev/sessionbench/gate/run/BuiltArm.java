package dev.sessionbench.gate.run;

import dev.sessionbench.gate.ArmIdentity;

/**
 * An arm that can run.
 *
 * @param classPath what its JVMs are given as class path
 * @param identity what it is
 * @param scalesTime whether its benchmarks have the parameter {@code timeScale}
 */
public record BuiltArm(String classPath, ArmIdentity identity, boolean scalesTime) {}
