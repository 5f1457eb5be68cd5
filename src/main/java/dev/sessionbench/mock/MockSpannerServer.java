package dev.sessionbench.mock;

import static com.google.spanner.v1.SpannerGrpc.getBatchCreateSessionsMethod;
import static com.google.spanner.v1.SpannerGrpc.getBatchWriteMethod;
import static com.google.spanner.v1.SpannerGrpc.getBeginTransactionMethod;
import static com.google.spanner.v1.SpannerGrpc.getCommitMethod;
import static com.google.spanner.v1.SpannerGrpc.getCreateSessionMethod;
import static com.google.spanner.v1.SpannerGrpc.getDeleteSessionMethod;
import static com.google.spanner.v1.SpannerGrpc.getExecuteBatchDmlMethod;
import static com.google.spanner.v1.SpannerGrpc.getExecuteSqlMethod;
import static com.google.spanner.v1.SpannerGrpc.getExecuteStreamingSqlMethod;
import static com.google.spanner.v1.SpannerGrpc.getGetSessionMethod;
import static com.google.spanner.v1.SpannerGrpc.getListSessionsMethod;
import static com.google.spanner.v1.SpannerGrpc.getPartitionQueryMethod;
import static com.google.spanner.v1.SpannerGrpc.getPartitionReadMethod;
import static com.google.spanner.v1.SpannerGrpc.getReadMethod;
import static com.google.spanner.v1.SpannerGrpc.getRollbackMethod;
import static com.google.spanner.v1.SpannerGrpc.getStreamingReadMethod;

import com.google.common.base.Preconditions;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.RollbackRequest;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.fault.FaultDecider;
import dev.sessionbench.mock.fault.FaultDecider.FaultStatistics;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.query.PartitionRpcs;
import dev.sessionbench.mock.query.ReadRpcs;
import dev.sessionbench.mock.query.SqlRpcs;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.rpc.CallFaults;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import dev.sessionbench.mock.rpc.Endpoint;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import dev.sessionbench.mock.rpc.LatestEntries;
import dev.sessionbench.mock.rpc.RpcCounters;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.mock.rpc.ServerThreads;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import dev.sessionbench.mock.rpc.SpannerMethods;
import dev.sessionbench.mock.rpc.SpannerMethods.ServerCore;
import dev.sessionbench.mock.rpc.SplitCalls;
import dev.sessionbench.mock.session.SessionRpcs;
import dev.sessionbench.mock.session.SessionStore;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.split.SplitServer;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mock of the Spanner service for measuring clients. It serves all sixteen methods of {@code
 * google.spanner.v1.Spanner}, over plaintext TCP on loopback or in process. It has real sessions
 * and transactions, registered statements, and a simulated time for each RPC.
 *
 * <p>The n-th RPC of a method takes the n-th draw of its {@link
 * dev.sessionbench.base.model.LatencyProfile}, independent of other methods. Time passes by
 * scheduling, so no thread of the server ever sleeps or blocks. The effects of an RPC occur when
 * its reply is sent. A {@link FaultPlan} can make calls fail.
 */
public final class MockSpannerServer implements AutoCloseable {
  private static final long CLOSE_PATIENCE_MILLIS = 10_000;

  private final ServerThreads threads;
  private final TimeSource time;
  private final Endpoint endpoint;
  private final SessionStore sessions;
  private final MockServerOptions options;
  private final ServerCore core;
  private final ServerServiceDefinition service;
  private volatile SimulatedTime simulated;
  private ServerUsage used = ServerUsage.NONE;
  private boolean closed;

  private MockSpannerServer(
      MockServerOptions options, EndpointOptions endpointOptions, @Nullable TimeSource time)
      throws IOException {
    this.options = options;
    threads = new ServerThreads();
    endpoint =
        new Endpoint(
            options.transport(), options.port(), threads, endpointOptions, options.connections());
    this.time = time == null ? endpoint.time() : time;
    sessions = new SessionStore(options.clock(), options.sessionIdleTimeout());
    simulated =
        new SimulatedTime(
            options.latencies(), options.costModel(), options.seed(), options.batchLimit());
    core =
        new ServerCore(
            new RpcCounters(
                options.connections().map(ConnectionOptions::firstCallNanos).orElse(0L)),
            new LatestEntries<>(options.journalCapacity()),
            () -> simulated,
            options
                .splits()
                .map(splits -> new SplitCalls(new SplitServer(splits, this.time), options.seed())),
            this.time,
            new CallFaults(begin(options.faults()), sessions::lose, endpoint, this.time),
            sessions::countRequested,
            options.transport() == Transport.TCP);
    service = bind();
    try {
      endpoint.start(service, core.counters());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts a server on loopback or in process.
   *
   * @param options its settings
   * @return the server, ready for clients
   * @throws java.net.BindException if the port is taken
   * @throws IOException if the server cannot listen for another reason
   */
  public static MockSpannerServer start(MockServerOptions options) throws IOException {
    return start(options, EndpointOptions.plain());
  }

  /**
   * Starts a server.
   *
   * @param options its settings
   * @param endpointOptions where it listens, and its further services
   * @return the server, ready for clients
   * @throws java.net.BindException if the port is taken
   * @throws IOException if the server cannot listen for another reason
   */
  public static MockSpannerServer start(MockServerOptions options, EndpointOptions endpointOptions)
      throws IOException {
    return new MockSpannerServer(options, endpointOptions, null);
  }

  /**
   * Starts a server that takes its simulated times, and those of its faults, from a time source.
   *
   * @param options its settings
   * @param time gives the time and runs the replies. It outlives the server; tasks left in it then
   *     do nothing
   * @return the server, ready for clients
   * @throws java.net.BindException if the port is taken
   * @throws IOException if the server cannot listen for another reason
   */
  public static MockSpannerServer start(MockServerOptions options, TimeSource time)
      throws IOException {
    return new MockSpannerServer(options, EndpointOptions.plain(), time);
  }

  private ServerServiceDefinition bind() {
    StatementRegistry statements = options.statements();
    SessionRpcs session = new SessionRpcs(sessions, options.batchLimit());
    SqlRpcs sql = new SqlRpcs(statements);
    ReadRpcs read = new ReadRpcs(statements);
    PartitionRpcs split = new PartitionRpcs(statements);
    return new SpannerMethods<>(core, sessions::transactionsOf)
        .unary(getCreateSessionMethod(), session::create)
        .unary(getBatchCreateSessionsMethod(), session::batchCreate)
        .unary(getGetSessionMethod(), session::get)
        .unary(getListSessionsMethod(), session::list)
        .unary(getDeleteSessionMethod(), session::delete)
        .unary(getExecuteSqlMethod(), ExecuteSqlRequest::getSession, sql::executeSql)
        .streaming(
            getExecuteStreamingSqlMethod(), ExecuteSqlRequest::getSession, sql::executeStreamingSql)
        .unary(getExecuteBatchDmlMethod(), ExecuteBatchDmlRequest::getSession, sql::executeBatchDml)
        .unary(getReadMethod(), ReadRequest::getSession, read::read)
        .streaming(getStreamingReadMethod(), ReadRequest::getSession, read::streamingRead)
        .unary(
            getBeginTransactionMethod(),
            BeginTransactionRequest::getSession,
            SessionTransactions::begin)
        .unary(getCommitMethod(), CommitRequest::getSession, SessionTransactions::commit)
        .unary(getRollbackMethod(), RollbackRequest::getSession, SessionTransactions::rollback)
        .streaming(
            getBatchWriteMethod(), BatchWriteRequest::getSession, SessionTransactions::batchWrite)
        .unary(getPartitionQueryMethod(), PartitionQueryRequest::getSession, split::partitionQuery)
        .unary(getPartitionReadMethod(), PartitionReadRequest::getSession, split::partitionRead)
        .service();
  }

  private FaultDecider begin(FaultPlan plan) {
    return new FaultDecider(plan, options.seed(), time::nanos);
  }

  /**
   * The TCP port that the server listens on.
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

  /** The methods that it answers. */
  public ServerServiceDefinition service() {
    return service;
  }

  /** The counts of RPCs, live; readable after the server has closed. */
  public RpcCounters counters() {
    return core.counters();
  }

  /** Statistics of the sessions at this moment. */
  public SessionStatistics sessions() {
    return sessions.statistics();
  }

  /**
   * Drops all sessions whose idle timeout has passed, and the state of idle multiplexed sessions.
   * Without this call, an expired session is dropped when a request names it, or when others are
   * created. A server that runs for days calls it regularly. It looks at all sessions.
   *
   * @return how many sessions it dropped
   */
  public int dropExpiredSessions() {
    return sessions.dropExpired();
  }

  /** The latest RPCs, live; readable after the server has closed. */
  public LatestEntries<RpcRecord> journal() {
    return core.journal();
  }

  /**
   * Replaces the plan of faults. The new plan counts time and calls from now on. Calls that have
   * arrived keep their decisions.
   *
   * @param plan the new faults
   * @throws IllegalArgumentException if the plan acts on connections and the server is in process
   */
  public void useFaults(FaultPlan plan) {
    MockServerOptions.requireTransport(plan, options.transport());
    core.faults().use(begin(plan));
  }

  /**
   * Replaces the simulated times. Calls that have arrived keep theirs, and no draw is repeated.
   *
   * @param latencies the times of calls that arrive from now on
   */
  public void useLatencies(LatencyProfile latencies) {
    simulated = simulated.withLatencies(latencies);
  }

  /** What the current plan of faults has done; its times are on the server's clock. */
  public FaultStatistics faults() {
    return core.faults().decider().statistics();
  }

  /** The splits on which calls queue; empty if the server has none. */
  public Optional<SplitServer> splits() {
    return core.splits().map(SplitCalls::server);
  }

  /** The resources that the server's own threads have used from the start until it closed. */
  public synchronized ServerUsage usage() {
    return closed ? used : threads.usage();
  }

  /**
   * Stops taking new calls and lets those in progress finish. The server must still be closed.
   *
   * @param patience how long to wait at most
   * @return whether all calls have ended
   */
  public boolean drain(Duration patience) {
    return endpoint.drain(patience);
  }

  /**
   * Ends all calls, frees the port and waits until all threads of the server have ended. A second
   * call does nothing. If the waiting thread is interrupted, it stops waiting and stays
   * interrupted.
   *
   * @throws IllegalStateException if a thread has not ended within ten seconds
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    used = threads.usage();
    closed = true;
    endpoint.close();
    try {
      boolean ended = threads.awaitEnd(CLOSE_PATIENCE_MILLIS);
      Preconditions.checkState(ended, "threads of the mock server have not ended");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
