/** Tests of what a pool does around the decisions of its strategy. */
@NullMarked
package dev.sessionbench.lab.pool;

import org.jspecify.annotations.NullMarked;
