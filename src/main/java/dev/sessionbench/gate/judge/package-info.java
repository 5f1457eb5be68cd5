/**
 * Turns a gate's measurements into a verdict, by pure functions of a policy and the measurements.
 */
@NullMarked
package dev.sessionbench.gate.judge;

import org.jspecify.annotations.NullMarked;
