package dev.sessionbench.mock;

import dev.sessionbench.model.Transport;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A mock of the Spanner service for measuring clients: all sixteen methods of {@code
 * google.spanner.v1.Spanner} over plaintext TCP on loopback or in process, with real sessions and
 * transactions, registered statements, and a simulated time for each RPC.
 *
 * <p>The n-th RPC of a method takes the n-th draw of its {@link
 * dev.sessionbench.model.LatencyProfile}, whatever the other methods do. Time passes by scheduling:
 * no thread of the server ever sleeps or blocks. What an RPC changes, it changes when its reply is
 * sent.
 */
public final class MockSpannerServer implements AutoCloseable {
  private static final long CLOSE_PATIENCE_MILLIS = 10_000;

  private final ServerThreads threads;
  private final DelayScheduler scheduler;
  private final Endpoint endpoint;
  private final SessionStore sessions;
  private final RpcCounters counters;
  private final RpcJournal journal;
  private boolean closed;

  private MockSpannerServer(MockServerOptions options, @Nullable DelayScheduler scheduler)
      throws IOException {
    threads = new ServerThreads();
    endpoint = Endpoint.of(options.transport(), options.port(), threads);
    this.scheduler = scheduler == null ? endpoint.scheduler() : scheduler;
    TimestampSource time = new TimestampSource(options.clock());
    ChannelRegistry channels = new ChannelRegistry();
    sessions = new SessionStore(time, options.sessionIdleTimeout());
    counters = new RpcCounters(channels);
    journal = new RpcJournal(options.journalCapacity());
    boolean tcp = options.transport() == Transport.TCP;
    SimulatedTime simulated =
        new SimulatedTime(
            options.latencies(), options.costModel(), options.seed(), options.batchLimit());
    ServerCore core = new ServerCore(counters, channels, journal, simulated, this.scheduler, tcp);
    ServerServiceDefinition service =
        SpannerMethods.bind(core, sessions, time, options.statements(), options.batchLimit());
    try {
      endpoint.start(service, channels);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts a server.
   *
   * @param options its settings
   * @return the server, ready for clients
   * @throws java.net.BindException if the port is taken
   * @throws IOException if the server cannot listen for another reason
   */
  public static MockSpannerServer start(MockServerOptions options) throws IOException {
    return new MockSpannerServer(options, null);
  }

  /** Starts a server whose time passes as the scheduler wants it to. */
  static MockSpannerServer start(MockServerOptions options, DelayScheduler scheduler)
      throws IOException {
    return new MockSpannerServer(options, scheduler);
  }

  /**
   * The TCP port that the server listens on, on loopback.
   *
   * @return the port, from 1; -1 after the server has closed
   * @throws IllegalStateException if the server is not on TCP
   */
  public int port() {
    return endpoint.port();
  }

  /**
   * The name for {@code InProcessChannelBuilder.forName}.
   *
   * @return a name that no other server of this process has
   * @throws IllegalStateException if the server is not in process
   */
  public String inProcessName() {
    return endpoint.inProcessName();
  }

  /** The counts of RPCs, live; still to be read after the server has closed. */
  public RpcCounters counters() {
    return counters;
  }

  /** The sessions at this moment. */
  public SessionStatistics sessions() {
    return sessions.statistics();
  }

  /** The latest RPCs, live; still to be read after the server has closed. */
  public RpcJournal journal() {
    return journal;
  }

  /** What the server's own threads have used until now. */
  public ServerUsage usage() {
    return threads.usage();
  }

  /**
   * Ends all calls, frees the port and waits until all threads of the server have ended. Calling it
   * again does nothing. If the waiting thread is interrupted, it stops waiting and stays
   * interrupted.
   *
   * @throws IllegalStateException if a thread has not ended within ten seconds
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    endpoint.close();
    scheduler.close();
    try {
      if (!threads.awaitEnd(CLOSE_PATIENCE_MILLIS)) {
        throw new IllegalStateException("threads of the mock server have not ended");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
