/** What a run sets out to do: which benchmarks with which parameters, in which order. */
@NullMarked
package dev.sessionbench.run.plan;

import org.jspecify.annotations.NullMarked;
