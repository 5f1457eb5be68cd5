/** Tests of how a gate runs. */
@NullMarked
package dev.sessionbench.gate.run;

import org.jspecify.annotations.NullMarked;
