/**
 * Simulates the Spanner service: a gRPC server with real sessions and transactions, registered
 * statements, and seeded simulated times.
 */
@NullMarked
package dev.sessionbench.mock;

import org.jspecify.annotations.NullMarked;
