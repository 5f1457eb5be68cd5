/** Tests of what is said of many gates. */
@NullMarked
package dev.sessionbench.drift;

import org.jspecify.annotations.NullMarked;
