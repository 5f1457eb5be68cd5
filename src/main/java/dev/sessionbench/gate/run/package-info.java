/** Builds the baseline and the candidate, runs their forks and keeps the results. */
@NullMarked
package dev.sessionbench.gate.run;

import org.jspecify.annotations.NullMarked;
