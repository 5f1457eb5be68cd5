/**
 * Warms a server up under load, round by round, and tells when a client could have known that it
 * was warm.
 */
@NullMarked
package dev.sessionbench.study.warmup;

import org.jspecify.annotations.NullMarked;
