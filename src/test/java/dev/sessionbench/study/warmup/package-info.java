/** Tests of study.warmup. */
@NullMarked
package dev.sessionbench.study.warmup;

import org.jspecify.annotations.NullMarked;
