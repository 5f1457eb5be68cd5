/**
 * A session pool that runs any growth strategy over any service, in virtual time or over the wire.
 */
@NullMarked
package dev.sessionbench.lab.pool;

import org.jspecify.annotations.NullMarked;
