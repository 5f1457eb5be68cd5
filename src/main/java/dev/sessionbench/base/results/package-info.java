/** Reads and writes JMH result files, with the identity and environment of the run. */
@NullMarked
package dev.sessionbench.base.results;

import org.jspecify.annotations.NullMarked;
