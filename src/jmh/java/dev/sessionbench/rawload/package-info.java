/**
 * Puts raw gRPC load on this project's mock server, on the client's own, and on one that does
 * nothing.
 */
package dev.sessionbench.rawload;
