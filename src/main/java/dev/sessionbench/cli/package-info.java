/** Parses command lines, wires the parts together and returns exit codes. */
package dev.sessionbench.cli;
