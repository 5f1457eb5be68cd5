/** Reads loads from files: the callers, their pool and its service. */
@NullMarked
package dev.sessionbench.lab.load;

import org.jspecify.annotations.NullMarked;
