/** Tests of what a gate says. */
@NullMarked
package dev.sessionbench.gate.show;

import org.jspecify.annotations.NullMarked;
