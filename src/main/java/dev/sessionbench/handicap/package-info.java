/** Makes a run worse on purpose, so that the regression gate can show that it finds it. */
@NullMarked
package dev.sessionbench.handicap;

import org.jspecify.annotations.NullMarked;
