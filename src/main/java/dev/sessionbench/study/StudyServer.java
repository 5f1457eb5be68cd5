package dev.sessionbench.study;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import io.grpc.ClientInterceptor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The server of a study: a mock of its own, or a server elsewhere.
 *
 * @param name how messages call it
 * @param address its address for clients
 * @param mock the mock; empty for a server elsewhere
 */
public record StudyServer(String name, ServerAddress address, Optional<MockSpannerServer> mock)
    implements AutoCloseable {
  /** How long a study waits for the first sessions of its pool. */
  public static final int PATIENCE_SECONDS = 30;

  /**
   * Starts a mock on any free port.
   *
   * @throws BadInput if it cannot listen
   */
  public static StudyServer start(String name, MockServerOptions options) {
    try {
      MockSpannerServer mock =
          MockSpannerServer.start(options.withTransport(Transport.TCP).withPort(0));
      return new StudyServer(
          name, new ServerAddress.Tcp("localhost", mock.port()), Optional.of(mock));
    } catch (IOException e) {
      throw new BadInput("the mock server cannot listen: " + e.getMessage(), e);
    }
  }

  /**
   * Opens a client whose pool is at its minimum. Closes the server if that fails.
   *
   * @param others options of the pool beside its shape, as {@link PooledClient} takes them
   * @throws BadInput if the server gives no sessions
   */
  public PooledClient open(
      PoolShape shape, Map<String, String> others, List<ClientInterceptor> interceptors) {
    PooledClient opened = new PooledClient(shape, address, Optional.empty(), others, interceptors);
    try {
      opened.open();
      opened.awaitQuiescent(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      close();
      throw e instanceof IllegalStateException
          ? new BadInput("%s: gives no sessions: %s".formatted(name, e.getMessage()), e)
          : e;
    }
  }

  @Override
  public void close() {
    mock.ifPresent(MockSpannerServer::close);
  }
}
