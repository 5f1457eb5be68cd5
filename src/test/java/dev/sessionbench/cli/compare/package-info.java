/** Tests of the command {@code compare}. */
@NullMarked
package dev.sessionbench.cli.compare;

import org.jspecify.annotations.NullMarked;
