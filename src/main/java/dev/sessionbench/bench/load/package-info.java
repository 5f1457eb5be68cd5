/** Describes a load as data, operation by operation, and plays it from threads. */
package dev.sessionbench.bench.load;
