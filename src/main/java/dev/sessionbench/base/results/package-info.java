/** Reads and writes JMH result files, with the run's identity and environment. */
@NullMarked
package dev.sessionbench.base.results;

import org.jspecify.annotations.NullMarked;
