/** Keeps the plan of a gate and the measurements of its baseline and candidate. */
@NullMarked
package dev.sessionbench.gate;

import org.jspecify.annotations.NullMarked;
