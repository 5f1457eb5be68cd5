/**
 * Runs forks with one engine, and decides which forks run, in which order and into which folder.
 */
package dev.sessionbench.bench.run;
