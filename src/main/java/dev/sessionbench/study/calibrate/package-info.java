/** What creating sessions costs a server: what to ask of it, what it answered, and what follows. */
@NullMarked
package dev.sessionbench.study.calibrate;

import org.jspecify.annotations.NullMarked;
