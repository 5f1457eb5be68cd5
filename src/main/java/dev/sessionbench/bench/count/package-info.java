/** Counts what a pool does under loads with exact counts, in one process and within seconds. */
package dev.sessionbench.bench.count;
