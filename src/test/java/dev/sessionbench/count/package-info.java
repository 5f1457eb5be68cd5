/** Tests of the counting. */
@NullMarked
package dev.sessionbench.count;

import org.jspecify.annotations.NullMarked;
