/** Recommends a growth strategy for a load, from the costs of every strategy. */
@NullMarked
package dev.sessionbench.lab.advise;

import org.jspecify.annotations.NullMarked;
