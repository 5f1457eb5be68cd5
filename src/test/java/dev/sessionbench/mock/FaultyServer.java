package dev.sessionbench.mock;

import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultRule;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;
import dev.sessionbench.model.Transport;

/** The settings of servers that go wrong by rules. */
public final class FaultyServer {
  /** Batches of sessions take 20 ms, all else no time. */
  public static final LatencyProfile SLOW_BATCH =
      LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(20, 0));

  private FaultyServer() {}

  public static MockServerOptions overTcp(FaultRule... rules) {
    return MockServerOptions.defaults().withFaults(FaultPlan.of(rules));
  }

  public static MockServerOptions inProcess(FaultRule... rules) {
    return MockServerOptions.defaults()
        .withTransport(Transport.INPROCESS)
        .withFaults(FaultPlan.of(rules));
  }
}
