/** Describes a load as data, operation by operation, and plays it from threads. */
@NullMarked
package dev.sessionbench.bench.load;

import org.jspecify.annotations.NullMarked;
