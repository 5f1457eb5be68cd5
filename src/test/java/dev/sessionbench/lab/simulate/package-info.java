/** Tests of the lab's cells, simulated and measured. */
package dev.sessionbench.lab.simulate;
