/** Tests of the gate's rules. */
@NullMarked
package dev.sessionbench.gate.policy;

import org.jspecify.annotations.NullMarked;
