/** Tests of stats. */
@NullMarked
package dev.sessionbench.stats;

import org.jspecify.annotations.NullMarked;
