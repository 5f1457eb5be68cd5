/** Reads and writes JMH result files, with the run's identity and environment. */
@NullMarked
package dev.sessionbench.results;

import org.jspecify.annotations.NullMarked;
