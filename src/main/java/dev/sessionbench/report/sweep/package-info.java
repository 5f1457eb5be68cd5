/** What a sweep over a parameter supports: trade-offs in words, from samples of known metrics. */
@NullMarked
package dev.sessionbench.report.sweep;

import org.jspecify.annotations.NullMarked;
