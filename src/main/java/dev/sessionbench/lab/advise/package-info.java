/** Recommends a growth strategy for a load, from what every strategy costs it. */
@NullMarked
package dev.sessionbench.lab.advise;

import org.jspecify.annotations.NullMarked;
