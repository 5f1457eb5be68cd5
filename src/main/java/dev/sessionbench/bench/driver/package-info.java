/**
 * Drives a client of any version: source that is compiled once more against the very version that
 * it is to drive, and loaded beside that version's own libraries alone.
 */
@NullMarked
package dev.sessionbench.bench.driver;

import org.jspecify.annotations.NullMarked;
