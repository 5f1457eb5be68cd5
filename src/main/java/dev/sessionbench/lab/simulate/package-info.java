/** Plays loads in virtual time, without real waits and independent of the machine's speed. */
@NullMarked
package dev.sessionbench.lab.simulate;

import org.jspecify.annotations.NullMarked;
