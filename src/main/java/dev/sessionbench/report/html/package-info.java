/** Writes the report: one HTML page that needs no script and no network. */
package dev.sessionbench.report.html;
