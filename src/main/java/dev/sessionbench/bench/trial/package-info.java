/** Plays one load on one pool against one mock server, and measures what happens. */
package dev.sessionbench.bench.trial;
