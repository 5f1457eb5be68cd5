/** Tests of stats. */
@NullMarked
package dev.sessionbench.base.stats;

import org.jspecify.annotations.NullMarked;
