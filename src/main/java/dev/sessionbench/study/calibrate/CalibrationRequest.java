package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.BadInput;
import io.soabase.recordbuilder.core.RecordBuilder;

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
@RecordBuilder
public record CalibrationRequest(
    String server,
    String database,
    String region,
    String statement,
    Budget budget,
    long seed,
    int timeoutMillis)
    implements CalibrationRequestBuilder.With {
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

  /**
   * What a calibration may take of a server.
   *
   * @param sessions sessions asked for in all, from 50 to 1,000,000
   * @param sessionsAtOnce sessions alive at the same time, from 10 to 10,000
   * @param rpcsPerSecond RPCs that reach the server in any second, from 20 to 10,000
   * @param seconds how long it measures at most, from 1 to 86,400; deleting the sessions may take a
   *     little longer
   */
  public record Budget(int sessions, int sessionsAtOnce, int rpcsPerSecond, int seconds) {
    /** RPCs in flight at most. */
    public static final int IN_FLIGHT = 8;

    private static final int LEAST_RPCS_PER_SECOND = 20;

    /**
     * Checks the budget.
     *
     * @throws BadInput naming the option, its value and the range
     */
    public Budget {
      require("--sessions", sessions, 50, 1_000_000);
      require("--at-once", sessionsAtOnce, 10, 10_000);
      require("--rate", rpcsPerSecond, LEAST_RPCS_PER_SECOND, 10_000);
      require("--seconds", seconds, 1, 86_400);
    }

    /**
     * RPCs a second in the long run. Two times as many as may be in flight are kept back: those
     * that were held up on their way, and those that are sent at once when the replies to them have
     * come.
     */
    public int sustainedPerSecond() {
      return rpcsPerSecond - 2 * IN_FLIGHT;
    }

    private static void require(String part, int value, int least, int most) {
      BadInput.when(
          value < least || value > most, "%s %d: must be from %d to %d", part, value, least, most);
    }
  }
}
