/** Reads the metrics that a live client exports, as text of Prometheus, into figures. */
@NullMarked
package dev.sessionbench.diagnosis.export;

import org.jspecify.annotations.NullMarked;
