/** Plays one load on one pool against one mock server, and measures what happens. */
@NullMarked
package dev.sessionbench.bench.trial;

import org.jspecify.annotations.NullMarked;
