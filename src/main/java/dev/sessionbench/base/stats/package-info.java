/** Reduces numbers to samples and compares them: pure functions that return values. */
@NullMarked
package dev.sessionbench.base.stats;

import org.jspecify.annotations.NullMarked;
