/** Turns results into tables. */
@NullMarked
package dev.sessionbench.report;

import org.jspecify.annotations.NullMarked;
