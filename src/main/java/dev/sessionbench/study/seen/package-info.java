/** What was seen of a client in a stretch of time, and the figures that it comes to. */
@NullMarked
package dev.sessionbench.study.seen;

import org.jspecify.annotations.NullMarked;
