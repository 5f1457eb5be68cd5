/** Decides how session pools grow and shrink: the interface of a strategy, and every strategy. */
@NullMarked
package dev.sessionbench.lab.strategy;

import org.jspecify.annotations.NullMarked;
