/**
 * Puts raw gRPC load on this project's mock server, on the client's own, and on one that does
 * nothing.
 */
@NullMarked
package dev.sessionbench.rawload;

import org.jspecify.annotations.NullMarked;
