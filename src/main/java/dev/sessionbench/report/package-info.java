/** Turns results into tables, comparisons, charts and a page. */
@NullMarked
package dev.sessionbench.report;

import org.jspecify.annotations.NullMarked;
