/** The commands: each parses, wires and returns an exit code. */
@NullMarked
package dev.sessionbench.cli;

import org.jspecify.annotations.NullMarked;
