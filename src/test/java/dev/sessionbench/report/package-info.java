/** Tests of report. */
package dev.sessionbench.report;
