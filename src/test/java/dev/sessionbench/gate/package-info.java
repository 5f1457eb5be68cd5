/** Tests of what a gate keeps. */
@NullMarked
package dev.sessionbench.gate;

import org.jspecify.annotations.NullMarked;
