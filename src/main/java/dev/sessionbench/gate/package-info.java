/** Decides whether a change may go in: what is judged, how it is measured, and what is said. */
@NullMarked
package dev.sessionbench.gate;

import org.jspecify.annotations.NullMarked;
