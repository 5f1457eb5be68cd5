/** Tests of sweep. */
@NullMarked
package dev.sessionbench.sweep;

import org.jspecify.annotations.NullMarked;
