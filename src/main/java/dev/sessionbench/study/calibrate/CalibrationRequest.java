package dev.sessionbench.study.calibrate;

/**
 * What is to be calibrated.
 *
 * @param server host and port; {@code https://} and a host, with or without a port, for one by TLS
 *     and credentials; empty for the service itself
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

  /** What stands before a server that is reached by TLS. */
  public static final String BY_TLS = "https://";

  /** Whether the server is reached by TLS and with credentials, as the service is. */
  public boolean byTls() {
    return server.isEmpty() || server.startsWith(BY_TLS);
  }

  /** What the server is called: host and port. */
  public String address() {
    if (server.isEmpty()) {
      return SERVICE;
    }
    String host = server.startsWith(BY_TLS) ? server.substring(BY_TLS.length()) : server;
    return host.matches(".*:[0-9]+") ? host : host + ":443";
  }
}
