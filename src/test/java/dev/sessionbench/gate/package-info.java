/** Tests of a gate's plan and its measurements. */
@NullMarked
package dev.sessionbench.gate;

import org.jspecify.annotations.NullMarked;
