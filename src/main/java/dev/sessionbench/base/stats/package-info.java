/** Reduces measurements to samples and compares them, by pure functions. */
@NullMarked
package dev.sessionbench.base.stats;

import org.jspecify.annotations.NullMarked;
