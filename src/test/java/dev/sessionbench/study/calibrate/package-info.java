/** Tests of calibration: the requests to a server, and the resulting profile. */
@NullMarked
package dev.sessionbench.study.calibrate;

import org.jspecify.annotations.NullMarked;
