/**
 * Draws measurements as SVG. Every chart is one value, keeps its text as text and takes its colours
 * from one style.
 */
package dev.sessionbench.report.chart;
