/** Tests of charts. */
@NullMarked
package dev.sessionbench.base.chart;

import org.jspecify.annotations.NullMarked;
