/** Parses command lines, wires the parts together and returns exit codes. */
@NullMarked
package dev.sessionbench.cli;

import org.jspecify.annotations.NullMarked;
