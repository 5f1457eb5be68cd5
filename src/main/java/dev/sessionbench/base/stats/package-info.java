/** Reduces measurements to samples and compares them, by pure functions. */
package dev.sessionbench.base.stats;
