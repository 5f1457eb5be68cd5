/** From the words of a command line to cells in virtual time, and from those to result files. */
@NullMarked
package dev.sessionbench.simulate.sweep;

import org.jspecify.annotations.NullMarked;
