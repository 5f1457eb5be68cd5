package dev.sessionbench.calibrate.probe;

import dev.sessionbench.calibrate.Budget;

/**
 * What is to be calibrated.
 *
 * @param server host and port; empty for the service itself
 * @param database the full name of the database
 * @param region where the client is; empty where nobody says
 * @param statement what is executed
 * @param budget what it may take
 * @param seed decides the order of the waves
 * @param timeoutMillis how long it waits for a reply, from 1
 */
public record CalibrationRequest(
    String server,
    String database,
    String region,
    String statement,
    Budget budget,
    long seed,
    int timeoutMillis) {
  /** The service's own address. */
  public static final String SERVICE = "spanner.googleapis.com:443";

  /** What the server is called. */
  public String address() {
    return server.isEmpty() ? SERVICE : server;
  }
}
