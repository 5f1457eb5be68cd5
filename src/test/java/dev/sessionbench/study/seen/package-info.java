/** Tests of study.seen. */
@NullMarked
package dev.sessionbench.study.seen;

import org.jspecify.annotations.NullMarked;
