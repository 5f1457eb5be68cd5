/** Tests of loads that files describe. */
@NullMarked
package dev.sessionbench.simulate.described;

import org.jspecify.annotations.NullMarked;
