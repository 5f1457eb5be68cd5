/** Builds the real client for a shape of pool, and reads what that pool reports of itself. */
@NullMarked
package dev.sessionbench.bench.client;

import org.jspecify.annotations.NullMarked;
