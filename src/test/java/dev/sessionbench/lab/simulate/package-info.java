/** Tests of the lab's cells, simulated and measured. */
@NullMarked
package dev.sessionbench.lab.simulate;

import org.jspecify.annotations.NullMarked;
