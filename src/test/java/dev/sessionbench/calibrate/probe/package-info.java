/** Tests of how a server is asked, on a mock server in virtual time. */
@NullMarked
package dev.sessionbench.calibrate.probe;

import org.jspecify.annotations.NullMarked;
