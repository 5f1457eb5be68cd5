/** Tests of the cells of the lab, and of how they are measured. */
@NullMarked
package dev.sessionbench.lab.simulate;

import org.jspecify.annotations.NullMarked;
