/** The pool of any rule as a client, whose sessions and operations are real RPCs. */
@NullMarked
package dev.sessionbench.pool.grpc;

import org.jspecify.annotations.NullMarked;
