/** Runs the forks of a plan, and carries what they observed to where it is kept. */
@NullMarked
package dev.sessionbench.run;

import org.jspecify.annotations.NullMarked;
