/** Reads loads that files describe: who calls, on which pool, against which service. */
@NullMarked
package dev.sessionbench.lab.load;

import org.jspecify.annotations.NullMarked;
