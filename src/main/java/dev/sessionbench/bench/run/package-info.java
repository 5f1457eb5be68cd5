/** The one engine that runs forks: what is planned, in which order, into which folder. */
@NullMarked
package dev.sessionbench.bench.run;

import org.jspecify.annotations.NullMarked;
