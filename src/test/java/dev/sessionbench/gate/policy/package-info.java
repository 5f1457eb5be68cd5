/** Tests of the gate's policy. */
@NullMarked
package dev.sessionbench.gate.policy;

import org.jspecify.annotations.NullMarked;
