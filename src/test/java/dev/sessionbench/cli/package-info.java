/** Tests of cli. */
@NullMarked
package dev.sessionbench.cli;

import org.jspecify.annotations.NullMarked;
