package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The settings of a calibration.
 *
 * @param server host and port; {@code https://} and a host, with or without a port, for TLS and
 *     credentials; empty for the service itself
 * @param database the full name of the database
 * @param budget the limits of the calibration
 * @param seed decides the order of the waves
 * @param timeoutMillis how long it waits for a reply, from 1
 */
@RecordBuilder
public record CalibrationRequest(
    String server, String database, Budget budget, long seed, int timeoutMillis)
    implements CalibrationRequestBuilder.With {
  private static final Parameter<Integer> SESSIONS =
      Parameter.whole("sessions", 7_000, 50, 1_000_000, "sessions in all");
  private static final Parameter<Integer> AT_ONCE =
      Parameter.whole("at-once", 400, 10, 10_000, "sessions at once");
  private static final Parameter<Integer> RATE =
      Parameter.whole("rate", 100, 20, 10_000, "RPCs a second");
  private static final Parameter<Integer> SECONDS =
      Parameter.whole("seconds", 300, 1, 86_400, "the most seconds to measure");
  private static final Parameter<Integer> TIMEOUT =
      Parameter.whole(
          "timeout",
          10_000,
          1,
          3_600_000,
          "milliseconds to wait for a reply; a slower server ends it");
  private static final Parameter<Optional<Long>> SEED =
      Parameter.optional(
          "seed", Codec.seed(), "decides the order of the requests; default: random");
  private static final int MOST_SEEDS = 1_000_000;

  /** The numbers that users can set. */
  public static final Schema SCHEMA =
      Schema.of("calibrate", SESSIONS, AT_ONCE, RATE, SECONDS, TIMEOUT, SEED);

  /** A request with the numbers that users have set. */
  public static CalibrationRequest of(String server, String database, Settings settings) {
    Budget budget =
        new Budget(
            settings.get(SESSIONS),
            settings.get(AT_ONCE),
            settings.get(RATE),
            settings.get(SECONDS));
    long seed = settings.get(SEED).orElseGet(() -> (long) new SecureRandom().nextInt(MOST_SEEDS));
    return new CalibrationRequest(server, database, budget, seed, settings.get(TIMEOUT));
  }

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
    String host = server.isEmpty() ? SERVICE : server.replaceFirst("^" + BY_TLS, "");
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

    /**
     * The RPCs a second in the long run. It leaves out twice the RPCs that may be in flight. One
     * part is for RPCs held up on their way. The other is for those sent at once when the replies
     * come.
     */
    public int sustainedPerSecond() {
      return rpcsPerSecond - 2 * IN_FLIGHT;
    }
  }
}
