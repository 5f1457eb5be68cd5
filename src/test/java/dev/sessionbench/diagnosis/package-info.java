/** Tests of diagnosis. */
@NullMarked
package dev.sessionbench.diagnosis;

import org.jspecify.annotations.NullMarked;
