/** Turns results into tables, comparisons, charts and a page. */
package dev.sessionbench.report;
