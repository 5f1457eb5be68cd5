/** Counts what a pool does under loads with exact counts, in one process and within seconds. */
@NullMarked
package dev.sessionbench.bench.count;

import org.jspecify.annotations.NullMarked;
