/** Tests of split. */
@NullMarked
package dev.sessionbench.mock.split;

import org.jspecify.annotations.NullMarked;
