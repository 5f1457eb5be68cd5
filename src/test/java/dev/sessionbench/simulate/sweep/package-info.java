/** Tests of cells in virtual time. */
@NullMarked
package dev.sessionbench.simulate.sweep;

import org.jspecify.annotations.NullMarked;
