/** Tests of the command line. */
@NullMarked
package dev.sessionbench.cli;

import org.jspecify.annotations.NullMarked;
