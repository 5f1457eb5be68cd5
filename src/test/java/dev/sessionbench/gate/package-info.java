/** Tests of the gate. */
@NullMarked
package dev.sessionbench.gate;

import org.jspecify.annotations.NullMarked;
