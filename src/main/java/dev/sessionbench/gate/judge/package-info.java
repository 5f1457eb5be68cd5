/** Turns what a gate measured into a verdict: pure functions of a policy and of measurements. */
@NullMarked
package dev.sessionbench.gate.judge;

import org.jspecify.annotations.NullMarked;
