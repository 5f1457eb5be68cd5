/** Reads and writes JMH result files, with the identity and environment of the run. */
package dev.sessionbench.base.results;
