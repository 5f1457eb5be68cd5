/** Describes charts as data and draws them as SVG. */
@NullMarked
package dev.sessionbench.base.chart;

import org.jspecify.annotations.NullMarked;
