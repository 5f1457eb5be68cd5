/** Tests of the command {@code compare}. */
package dev.sessionbench.cli.compare;
