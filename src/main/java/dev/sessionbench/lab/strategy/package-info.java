/** Decides how session pools grow and shrink: the interface of a strategy, and every strategy. */
package dev.sessionbench.lab.strategy;
