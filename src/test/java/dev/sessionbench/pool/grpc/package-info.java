/** Tests of the pool of any rule over real RPCs. */
@NullMarked
package dev.sessionbench.pool.grpc;

import org.jspecify.annotations.NullMarked;
