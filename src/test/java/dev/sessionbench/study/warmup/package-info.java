/** Tests of the warm-up study. */
@NullMarked
package dev.sessionbench.study.warmup;

import org.jspecify.annotations.NullMarked;
