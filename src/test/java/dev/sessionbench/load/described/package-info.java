/** Tests of loads that files describe. */
@NullMarked
package dev.sessionbench.load.described;

import org.jspecify.annotations.NullMarked;
