/**
 * A session pool that runs any rule of growth over any service, in virtual time or over the wire.
 */
@NullMarked
package dev.sessionbench.lab.pool;

import org.jspecify.annotations.NullMarked;
