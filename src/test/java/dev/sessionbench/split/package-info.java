/** Tests of split. */
@NullMarked
package dev.sessionbench.split;

import org.jspecify.annotations.NullMarked;
