/** Charts as data, and how they are drawn as SVG. */
@NullMarked
package dev.sessionbench.base.chart;

import org.jspecify.annotations.NullMarked;
