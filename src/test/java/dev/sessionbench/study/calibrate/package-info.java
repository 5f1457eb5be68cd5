/** Tests of what is asked of a server, and of what follows. */
@NullMarked
package dev.sessionbench.study.calibrate;

import org.jspecify.annotations.NullMarked;
