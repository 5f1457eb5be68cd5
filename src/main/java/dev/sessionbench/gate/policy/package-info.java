/** Holds the policy of a project's gate and reads its file. */
@NullMarked
package dev.sessionbench.gate.policy;

import org.jspecify.annotations.NullMarked;
