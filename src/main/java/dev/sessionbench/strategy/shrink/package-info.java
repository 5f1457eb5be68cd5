/** The rules by which session pools give sessions up. */
@NullMarked
package dev.sessionbench.strategy.shrink;

import org.jspecify.annotations.NullMarked;
