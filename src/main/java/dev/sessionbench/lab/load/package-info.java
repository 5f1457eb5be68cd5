/** Reads loads from files: the callers, their pool and its service. */
package dev.sessionbench.lab.load;
