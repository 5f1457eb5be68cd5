/**
 * Draws measurements as SVG. Every chart is one value, keeps its text as text and takes its colours
 * from one style.
 */
@NullMarked
package dev.sessionbench.report.chart;

import org.jspecify.annotations.NullMarked;
