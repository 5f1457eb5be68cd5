/** Builds the sides of a gate, runs their forks and keeps what they measure. */
@NullMarked
package dev.sessionbench.gate.run;

import org.jspecify.annotations.NullMarked;
