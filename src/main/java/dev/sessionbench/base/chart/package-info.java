/** Describes charts as data and draws them as SVG. */
package dev.sessionbench.base.chart;
