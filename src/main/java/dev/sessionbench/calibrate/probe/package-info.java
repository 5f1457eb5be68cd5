/** Asks a server within a budget, and leaves no session behind. */
@NullMarked
package dev.sessionbench.calibrate.probe;

import org.jspecify.annotations.NullMarked;
