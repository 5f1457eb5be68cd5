package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultStatistics;
import dev.sessionbench.mock.journal.RpcCounters;
import dev.sessionbench.mock.rpc.ServerUsage;
import java.io.IOException;
import java.util.Optional;

/**
 * The server of a run: a mock of our own, started for the run and ended with it, or one elsewhere
 * that is left as it is and tells nothing of itself.
 *
 * @param address where it listens
 * @param mock the mock; nothing for a server elsewhere
 */
record TrialServer(ServerAddress address, Optional<MockSpannerServer> mock)
    implements AutoCloseable {
  /**
   * Finds the server that a scenario names, or starts its mock.
   *
   * @throws IOException if it cannot listen
   */
  static TrialServer start(Scenario scenario) throws IOException {
    if (scenario.elsewhere().isPresent()) {
      return new TrialServer(scenario.elsewhere().get(), Optional.empty());
    }
    MockServerOptions options = scenario.mock();
    MockSpannerServer mock = MockSpannerServer.start(options);
    ServerAddress address =
        options.transport() == Transport.TCP
            ? new ServerAddress.Tcp("localhost", mock.port())
            : new ServerAddress.InProcess(mock.inProcessName());
    return new TrialServer(address, Optional.of(mock));
  }

  Optional<ServerUsage> usage() {
    return mock.map(MockSpannerServer::usage);
  }

  /**
   * Lets the server go wrong from now on.
   *
   * @return what the plan that this one takes the place of has done; nothing where the server is
   *     not ours
   */
  Optional<FaultStatistics> use(FaultPlan plan) {
    Optional<FaultStatistics> done = mock.map(MockSpannerServer::faults);
    mock.ifPresent(server -> server.useFaults(plan));
    return done;
  }

  /**
   * What the server has counted; nothing where it does not tell.
   *
   * @param faults what its plan has done
   */
  Optional<ServerView> view(Optional<FaultStatistics> faults) {
    return mock.map(
        server -> {
          RpcCounters counters = server.counters();
          return new ServerView(
              Rpc.each(counters::count),
              Rpc.each(
                  rpc ->
                      counters.unanswered(rpc)
                          + counters.errors(rpc).values().stream().mapToLong(n -> n).sum()),
              server.sessions().created(),
              server.sessions().alive(),
              server.sessions().multiplexedCreated(),
              Rpc.each(counters::byChannel),
              server.journal().entries(),
              server.journal().dropped(),
              faults.orElseThrow());
        });
  }

  @Override
  public void close() {
    mock.ifPresent(MockSpannerServer::close);
  }
}
