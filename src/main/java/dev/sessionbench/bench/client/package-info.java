/** Builds the clients under test for a pool's configuration, and reads what their pools report. */
@NullMarked
package dev.sessionbench.bench.client;

import org.jspecify.annotations.NullMarked;
