/** Tests of reading, merging and writing results. */
@NullMarked
package dev.sessionbench.results;

import org.jspecify.annotations.NullMarked;
