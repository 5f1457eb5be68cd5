/** Builds the clients under test for a pool's configuration, and reads what their pools report. */
package dev.sessionbench.bench.client;
