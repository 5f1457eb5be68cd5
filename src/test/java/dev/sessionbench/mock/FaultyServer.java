package dev.sessionbench.mock;

import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import java.io.IOException;

/** The settings of servers with fault rules. */
public final class FaultyServer {
  /** BatchCreateSessions takes 20 ms, all other calls no time. */
  public static final LatencyProfile SLOW_BATCH =
      LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(20, 0));

  private FaultyServer() {}

  public static MockServerOptions overTcp(FaultRule... rules) {
    return MockServerOptions.defaults().withFaults(FaultPlan.of(rules));
  }

  public static MockServerOptions inProcess(FaultRule... rules) {
    return overTcp(rules).withTransport(Transport.INPROCESS);
  }

  /** A connection to a server in process. */
  public static Connection faulty(FaultRule... rules) throws IOException {
    return Connection.to(inProcess(rules));
  }

  public static Connection faulty(TimeSource time, FaultRule... rules) throws IOException {
    return Connection.to(inProcess(rules), time);
  }
}
