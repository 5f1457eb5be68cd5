/** Keeps what a gate sets out to measure, and what it has measured of both sides. */
@NullMarked
package dev.sessionbench.gate;

import org.jspecify.annotations.NullMarked;
