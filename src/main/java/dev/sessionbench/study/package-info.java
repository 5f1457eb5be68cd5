/** Threads that work for a study, each at its own pace. */
@NullMarked
package dev.sessionbench.study;

import org.jspecify.annotations.NullMarked;
