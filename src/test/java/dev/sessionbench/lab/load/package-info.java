/** Tests of loads that files describe. */
@NullMarked
package dev.sessionbench.lab.load;

import org.jspecify.annotations.NullMarked;
