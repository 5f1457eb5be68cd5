/**
 * Handles one RPC of any method from its arrival to its reply: simulated time, faults and errors.
 */
@NullMarked
package dev.sessionbench.mock.rpc;

import org.jspecify.annotations.NullMarked;
