package dev.sessionbench.mock;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import dev.sessionbench.mock.split.SplitOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The settings of one mock server. Immutable; start from {@link #defaults()} and change single
 * settings by {@code withPort} and similar methods. Components with a {@link Key} are the keys of a
 * profile.
 *
 * @param transport how clients reach the server
 * @param port the TCP port on loopback, 0 for any free one; without meaning in process
 * @param latencies the simulated time of each method
 * @param costModel what BatchCreateSessions costs beyond its drawn time
 * @param seed decides every random draw of the server
 * @param statements the statements and tables that the server can answer
 * @param batchLimit sessions that one BatchCreateSessions returns at most, from 1 to {@link
 *     PoolShape#SERVICE_BATCH_LIMIT}
 * @param sessionIdleTimeout how long a regular session lives unused, at least 1 ms
 * @param journalCapacity how many of the latest RPCs the journal keeps, from 0 (none) to {@value
 *     #MAX_JOURNAL_CAPACITY}
 * @param clock the time of sessions, commits and reads
 * @param splits the capacity of the server's splits and their growth; empty for a server of
 *     unlimited capacity
 * @param connections the limits and costs of connections; empty for no limits. Needs TCP
 * @param faults the faults of the server; those that act on connections need TCP
 */
@RecordBuilder
public record MockServerOptions(
    Transport transport,
    int port,
    @Key(or = "{}", is = "times by method; a method not named answers at once")
        LatencyProfile latencies,
    @Key(or = "flat", is = "what sessions cost") CostModel costModel,
    @Key(or = "0", is = "decides every draw") long seed,
    StatementRegistry statements,
    @Key(range = "[1, 100]", or = "100", is = "most sessions of one BatchCreateSessions")
        int batchLimit,
    @Key(range = "[0.001, 2419200] s", or = "3600", is = "how long an unused session lives")
        Duration sessionIdleTimeout,
    int journalCapacity,
    InstantSource clock,
    @Key(is = "how much the server can do, and how that grows; default without limit")
        Optional<SplitOptions> splits,
    @Key(is = "what a connection can carry and costs; default without limit")
        Optional<ConnectionOptions> connections,
    @Key(or = "[]", is = "the faults of the server") FaultPlan faults)
    implements MockServerOptionsBuilder.With {
  /** The largest journal, in entries. */
  public static final int MAX_JOURNAL_CAPACITY = 1 << 24;

  private static final int MAX_PORT = 65_535;
  private static final int DEFAULT_JOURNAL_CAPACITY = 1 << 14;

  /** The service closes a session that was idle for an hour (cloud.google.com/spanner/docs). */
  private static final Duration SERVICE_IDLE_TIMEOUT = Duration.ofHours(1);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming the setting, its value and what would be right
   */
  public MockServerOptions {
    requireRange("port", port, 0, MAX_PORT);
    requireRange("batchLimit", batchLimit, 1, PoolShape.SERVICE_BATCH_LIMIT);
    requireRange("journalCapacity", journalCapacity, 0, MAX_JOURNAL_CAPACITY);
    boolean brief = sessionIdleTimeout.compareTo(Duration.ofMillis(1)) < 0;
    Invalid.when(brief, "sessionIdleTimeout=%s: must be at least 1 ms", sessionIdleTimeout);
    splits.ifPresent(options -> Form.check("splits", options));
    connections.ifPresent(options -> Form.check("connections", options));
    Invalid.when(
        connections.isPresent() && transport == Transport.INPROCESS,
        "connections: need transport=tcp, not %s",
        transport);
    requireTransport(faults, transport);
  }

  /** Throws if faults need connections, which a server in process does not have. */
  static void requireTransport(FaultPlan faults, Transport transport) {
    String tcp = "fault %s: acts on connections: needs transport=tcp, not %s";
    for (FaultRule rule : faults.rules()) {
      boolean wrong = transport == Transport.INPROCESS && rule.effect().needsTcp();
      Invalid.when(wrong, tcp, rule.name(), transport);
    }
  }

  private static void requireRange(String setting, int value, int least, int most) {
    Invalid.when(
        value < least || value > most, "%s=%d: must be from %d to %d", setting, value, least, most);
  }

  /**
   * The settings of a server on any free TCP port without simulated time. It answers {@link
   * StatementRegistry#original()}.
   */
  @Key
  public static MockServerOptions defaults() {
    return new MockServerOptions(
        Transport.TCP,
        0,
        LatencyProfile.none(),
        CostModel.FLAT,
        0,
        StatementRegistry.original(),
        PoolShape.SERVICE_BATCH_LIMIT,
        SERVICE_IDLE_TIMEOUT,
        DEFAULT_JOURNAL_CAPACITY,
        SystemTime.CLOCK.calendar(),
        Optional.empty(),
        Optional.empty(),
        FaultPlan.NONE);
  }
}
