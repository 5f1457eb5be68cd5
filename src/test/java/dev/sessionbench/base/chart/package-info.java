/** Tests of charts. */
package dev.sessionbench.base.chart;
