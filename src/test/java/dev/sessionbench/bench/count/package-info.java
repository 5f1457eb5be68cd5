/** Tests of the counting. */
@NullMarked
package dev.sessionbench.bench.count;

import org.jspecify.annotations.NullMarked;
