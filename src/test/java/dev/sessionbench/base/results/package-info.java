/** Tests of reading, merging and writing results. */
@NullMarked
package dev.sessionbench.base.results;

import org.jspecify.annotations.NullMarked;
