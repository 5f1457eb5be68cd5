/** Defines the JMH benchmarks of the session pool, and their states. */
@NullMarked
package dev.sessionbench;

import org.jspecify.annotations.NullMarked;
