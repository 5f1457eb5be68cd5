/** Generates the seeded loads on a client, records them, and checks what they did to the pool. */
@NullMarked
package dev.sessionbench.workload;

import org.jspecify.annotations.NullMarked;
