package dev.sessionbench.trial;

import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.mock.transport.ServerUsage;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.Transport;
import dev.sessionbench.workload.ServerCounts;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server of a run: a mock of our own, started for the run and ended with it, or one elsewhere
 * that is left as it is and tells nothing of itself.
 */
final class TrialServer implements AutoCloseable {
  private final ServerAddress address;
  private final Optional<MockSpannerServer> mock;

  private TrialServer(ServerAddress address, Optional<MockSpannerServer> mock) {
    this.address = address;
    this.mock = mock;
  }

  static TrialServer elsewhere(ServerAddress.Tcp address) {
    return new TrialServer(address, Optional.empty());
  }

  /**
   * Starts a mock.
   *
   * @throws IOException if it cannot listen
   */
  static TrialServer mock(MockServerOptions options) throws IOException {
    MockSpannerServer mock = MockSpannerServer.start(options);
    ServerAddress address =
        options.transport() == Transport.TCP
            ? new ServerAddress.Tcp("localhost", mock.port())
            : new ServerAddress.InProcess(mock.inProcessName());
    return new TrialServer(address, Optional.of(mock));
  }

  ServerAddress address() {
    return address;
  }

  Optional<ServerUsage> usage() {
    return mock.map(MockSpannerServer::usage);
  }

  Optional<ServerCounts> counts() {
    return mock.map(
        server -> {
          Map<Rpc, Long> received = new EnumMap<>(Rpc.class);
          for (Rpc rpc : Rpc.values()) {
            received.put(rpc, server.counters().count(rpc));
          }
          return new ServerCounts(received, server.sessions().created(), server.sessions().alive());
        });
  }

  /** What the server has answered; nothing where it does not tell. */
  Optional<List<RpcRecord>> journal() {
    return mock.map(server -> server.journal().entries());
  }

  @Override
  public void close() {
    mock.ifPresent(MockSpannerServer::close);
  }
}
