/** Tests of diagnosis. */
@NullMarked
package dev.sessionbench.study.diagnosis;

import org.jspecify.annotations.NullMarked;
