/** Tests of the command line. */
package dev.sessionbench.cli;
