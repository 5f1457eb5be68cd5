/**
 * Runs forks with one engine, and decides which forks run, in which order and into which folder.
 */
@NullMarked
package dev.sessionbench.bench.run;

import org.jspecify.annotations.NullMarked;
