/** Counts what a pool does under loads that make its counts facts: one process, seconds. */
@NullMarked
package dev.sessionbench.bench.count;

import org.jspecify.annotations.NullMarked;
