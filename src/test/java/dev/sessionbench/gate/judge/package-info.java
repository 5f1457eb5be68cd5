/** Tests of the gate's judgement. */
@NullMarked
package dev.sessionbench.gate.judge;

import org.jspecify.annotations.NullMarked;
