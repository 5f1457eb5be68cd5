package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.BadInput;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The settings of a calibration.
 *
 * @param server host and port; {@code https://} and a host, with or without a port, for TLS and
 *     credentials; empty for the service itself
 * @param database the full name of the database
 * @param region where the client is; empty if not given
 * @param statement the statement to execute
 * @param budget the limits of the calibration
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

  /** The prefix of a server that is reached by TLS. */
  public static final String BY_TLS = "https://";

  /** Whether the server is reached by TLS and with credentials, like the service. */
  public boolean byTls() {
    return server.isEmpty() || server.startsWith(BY_TLS);
  }

  /** The name of the server: host and port. */
  public String address() {
    if (server.isEmpty()) {
      return SERVICE;
    }
    String host = server.startsWith(BY_TLS) ? server.substring(BY_TLS.length()) : server;
    return host.matches(".*:[0-9]+") ? host : host + ":443";
  }

  /**
   * The limits of a calibration.
   *
   * @param sessions sessions asked for in all, from 50 to 1,000,000
   * @param sessionsAtOnce sessions alive at the same time, from 10 to 10,000
   * @param rpcsPerSecond the most RPCs that reach the server in any second, from 20 to 10,000
   * @param seconds the longest time to measure, from 1 to 86,400; deleting the sessions may take a
   *     little longer
   */
  public record Budget(int sessions, int sessionsAtOnce, int rpcsPerSecond, int seconds) {
    /** The most RPCs in flight. */
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
     * The RPCs a second in the long run. It leaves out twice the RPCs that may be in flight. One
     * part is for RPCs held up on their way. The other is for those sent at once when the replies
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
