package dev.sessionbench.mock;

import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Transport;
import java.time.Duration;
import java.time.InstantSource;

/** The settings of a mock server while some of them change; checked when they become options. */
final class MockServerDraft {
  Transport transport;
  int port;
  LatencyProfile latencies;
  CostModel costModel;
  long seed;
  StatementRegistry statements;
  int batchLimit;
  Duration sessionIdleTimeout;
  int journalCapacity;
  InstantSource clock;
  ServiceLimits limits;
  FaultPlan faults;

  MockServerDraft(MockServerOptions options) {
    transport = options.transport();
    port = options.port();
    latencies = options.latencies();
    costModel = options.costModel();
    seed = options.seed();
    statements = options.statements();
    batchLimit = options.batchLimit();
    sessionIdleTimeout = options.sessionIdleTimeout();
    journalCapacity = options.journalCapacity();
    clock = options.clock();
    limits = options.limits();
    faults = options.faults();
  }

  MockServerOptions options() {
    return new MockServerOptions(
        transport,
        port,
        latencies,
        costModel,
        seed,
        statements,
        batchLimit,
        sessionIdleTimeout,
        journalCapacity,
        clock,
        limits,
        faults);
  }
}
