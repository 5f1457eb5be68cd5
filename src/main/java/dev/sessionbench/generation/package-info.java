/** Fetches, builds and loads a client of another version, apart from the suite's own libraries. */
@NullMarked
package dev.sessionbench.generation;

import org.jspecify.annotations.NullMarked;
