/** Measures what creating sessions costs a server, and writes it as a profile. */
@NullMarked
package dev.sessionbench.study.calibrate;

import org.jspecify.annotations.NullMarked;
