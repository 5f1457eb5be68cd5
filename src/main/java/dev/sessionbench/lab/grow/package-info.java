/** The rules by which session pools grow: those of real pools, new ones, and bounds for both. */
@NullMarked
package dev.sessionbench.lab.grow;

import org.jspecify.annotations.NullMarked;
