/** Plants each cause in virtual time, to see whether the diagnosis finds it. */
@NullMarked
package dev.sessionbench.study.planted;

import org.jspecify.annotations.NullMarked;
