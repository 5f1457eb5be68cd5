/** Says what a gate found: to a terminal, a reviewer, and to machines. */
@NullMarked
package dev.sessionbench.gate.show;

import org.jspecify.annotations.NullMarked;
