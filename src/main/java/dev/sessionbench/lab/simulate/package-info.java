/** Plays loads in virtual time, without real waits and independent of the machine's speed. */
package dev.sessionbench.lab.simulate;
