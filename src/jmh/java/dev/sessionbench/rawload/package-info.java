/** Raw gRPC load on our mock server, on the client's own, and on one that does nothing. */
@NullMarked
package dev.sessionbench.rawload;

import org.jspecify.annotations.NullMarked;
