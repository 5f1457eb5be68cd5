/**
 * Simulates the Spanner service: a gRPC server with real sessions and transactions, registered
 * statements, and seeded simulated times.
 */
package dev.sessionbench.mock;
