/** Tests of report. */
@NullMarked
package dev.sessionbench.report;

import org.jspecify.annotations.NullMarked;
