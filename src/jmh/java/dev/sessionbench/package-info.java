/** Defines the JMH benchmarks of the session pool, and their states. */
package dev.sessionbench;
