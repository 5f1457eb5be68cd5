/**
 * One RPC from its arrival to its reply: its simulated time, its faults, its failures, whatever the
 * method.
 */
@NullMarked
package dev.sessionbench.mock.rpc;

import org.jspecify.annotations.NullMarked;
