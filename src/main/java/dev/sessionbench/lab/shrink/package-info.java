/** The rules by which session pools give sessions up. */
@NullMarked
package dev.sessionbench.lab.shrink;

import org.jspecify.annotations.NullMarked;
