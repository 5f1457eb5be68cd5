/** Builds the baseline and the candidate, runs their forks and keeps the results. */
package dev.sessionbench.gate.run;
