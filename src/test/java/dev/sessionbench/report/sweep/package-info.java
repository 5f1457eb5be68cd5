/** Tests of sweep. */
@NullMarked
package dev.sessionbench.report.sweep;

import org.jspecify.annotations.NullMarked;
