/** What a cell of the strategy lab is, in words: a load, a rule of growth and a pool. */
@NullMarked
package dev.sessionbench.lab;

import org.jspecify.annotations.NullMarked;
