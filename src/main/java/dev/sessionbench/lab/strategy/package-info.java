/** How session pools grow and shrink: what a strategy is told and may decide, and every one. */
@NullMarked
package dev.sessionbench.lab.strategy;

import org.jspecify.annotations.NullMarked;
