/**
 * A session pool that runs any growth strategy over any service, in virtual time or over the wire.
 */
package dev.sessionbench.lab.pool;
