/** Handles one RPC of any method from its arrival to its reply: time, faults, errors and counts. */
package dev.sessionbench.mock.rpc;
