/** Tests of what a pool does around the decisions of its rule. */
@NullMarked
package dev.sessionbench.lab.pool;

import org.jspecify.annotations.NullMarked;
