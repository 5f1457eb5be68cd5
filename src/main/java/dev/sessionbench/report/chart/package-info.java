/**
 * Draws measurements as SVG: every chart one value, its text as text, its colours from one style.
 */
@NullMarked
package dev.sessionbench.report.chart;

import org.jspecify.annotations.NullMarked;
