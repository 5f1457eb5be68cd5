/** Plays loads in virtual time, in which nobody waits and no machine is too slow. */
@NullMarked
package dev.sessionbench.lab.simulate;

import org.jspecify.annotations.NullMarked;
