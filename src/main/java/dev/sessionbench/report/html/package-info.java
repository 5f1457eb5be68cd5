/** Writes the report: one HTML page that needs no script and no network. */
@NullMarked
package dev.sessionbench.report.html;

import org.jspecify.annotations.NullMarked;
