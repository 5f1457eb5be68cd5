/** Handles one RPC of any method from its arrival to its reply: time, faults, errors and counts. */
@NullMarked
package dev.sessionbench.mock.rpc;

import org.jspecify.annotations.NullMarked;
