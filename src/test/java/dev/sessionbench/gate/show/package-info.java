/** Tests of the formats of a verdict. */
@NullMarked
package dev.sessionbench.gate.show;

import org.jspecify.annotations.NullMarked;
