package dev.sessionbench.trial;

import dev.sessionbench.client.PooledClient;
import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.transport.ServerUsage;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.SystemTime;
import dev.sessionbench.workload.AcquireWaits;
import dev.sessionbench.workload.GrowthCheck;
import dev.sessionbench.workload.Load;
import dev.sessionbench.workload.OperationTimes;
import dev.sessionbench.workload.PoolObservation;
import dev.sessionbench.workload.ProcessUsage;
import dev.sessionbench.workload.TimedUsage;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One load on one fresh pool against one fresh server: prepared, run once, measured, closed.
 *
 * <p>Only {@link #run()} is what a benchmark times. {@link #prepare} does all that can be done
 * before: it starts the server, builds the client, lets the pool fill to its minimum and starts the
 * load's threads. {@link #finish()} waits until the pool has come to rest, so that sessions still
 * on their way are counted too.
 */
public final class GrowthTrial implements AutoCloseable {
  private static final long REST_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int JOURNAL_CAPACITY = 1 << 14;
  private static final long NOT_STARTED = 0;

  /** Set where counts are compared with another run's instead of with the closed form. */
  private static final String COUNTS_PROPERTY = "sessionbench.counts";

  private static final String COMPARED = "compared";

  private final TrialOptions options;
  private final Injection injection;
  private final int batchLimit;
  private final TrialServer server;
  private @Nullable PooledClient client;
  private @Nullable Load load;
  private @Nullable Usage before;
  private long startNanos = NOT_STARTED;
  private @Nullable TimedUsage timed;

  /** What the process, and the mock server within it, had used of the machine. */
  private record Usage(ProcessUsage process, Optional<ServerUsage> mock) {}

  private GrowthTrial(
      TrialOptions options, Injection injection, int batchLimit, TrialServer server) {
    this.options = options;
    this.injection = injection;
    this.batchLimit = batchLimit;
    this.server = server;
  }

  /**
   * Prepares a run against the original benchmark's simulated server.
   *
   * @param options all that decides the run
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  public static GrowthTrial prepare(TrialOptions options) throws IOException {
    return prepare(options, LatencyProfile.original(), PoolShape.SERVICE_BATCH_LIMIT);
  }

  /**
   * Prepares a run that only warms the process up: the server times are those under which the load
   * is fastest without being another one, and nothing is stretched.
   *
   * @param options all that decides the run
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  public static GrowthTrial prepareWarmup(TrialOptions options) throws IOException {
    return prepare(
        options.unstretched(),
        options.workload().warmupServerTimes(LatencyProfile.original()),
        PoolShape.SERVICE_BATCH_LIMIT);
  }

  /**
   * Prepares a run.
   *
   * @param options all that decides the run
   * @param serverTimes the server's simulated times
   * @param batchLimit sessions that the server returns for one RPC at most, from 1 to 100
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  public static GrowthTrial prepare(
      TrialOptions options, LatencyProfile serverTimes, int batchLimit) throws IOException {
    return prepare(options, serverTimes, batchLimit, Injection.ofThisProcess());
  }

  static GrowthTrial prepare(
      TrialOptions options, LatencyProfile serverTimes, int batchLimit, Injection injection)
      throws IOException {
    Optional<ServerAddress.Tcp> elsewhere = options.server();
    TrialServer server =
        elsewhere.isPresent()
            ? TrialServer.elsewhere(elsewhere.get())
            : TrialServer.mock(
                MockServerOptions.defaults()
                    .withTransport(options.transport())
                    .withPort(options.port())
                    .withLatencies(
                        injection
                            .slowed(options.workload().serverTimes(serverTimes))
                            .scaled(options.size().timeScale()))
                    .withCostModel(options.costModel())
                    .withSeed(options.size().seed())
                    .withStatements(StatementRegistry.original())
                    .withBatchLimit(batchLimit)
                    .withJournalCapacity(JOURNAL_CAPACITY));
    GrowthTrial trial = new GrowthTrial(options, injection, batchLimit, server);
    try {
      trial.fill();
      return trial;
    } catch (RuntimeException | Error e) {
      trial.close();
      throw e;
    }
  }

  private void fill() {
    client =
        new PooledClient(
            options.size().shape(), server.address(), Optional.empty(), injection.interceptor());
    load = injection.around(options.workload().prepare(options.size(), injection.around(client)));
    if (options.waitForMinSessions()) {
      client.open();
      client.awaitCreated(REST_LIMIT_NANOS);
    }
    before = usage();
  }

  /** Collects what earlier runs left behind, lest it be collected inside the part that is timed. */
  public void collectGarbage() {
    System.gc();
    // What the collection used is not the run's.
    before = usage();
  }

  private Usage usage() {
    return new Usage(ProcessUsage.now(), server.usage());
  }

  /**
   * Puts the load on the pool. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException if an operation failed, or on a second call
   */
  public void run() throws InterruptedException {
    if (startNanos != NOT_STARTED) {
      throw new IllegalStateException("a fresh pool grows once: the batch size (-bs) must be 1");
    }
    startNanos = SystemTime.CLOCK.nanos();
    long cpuBefore = ProcessUsage.cpuNanosUntilNow();
    if (!options.waitForMinSessions()) {
      prepared(client).open();
    }
    prepared(load).run();
    timed =
        new TimedUsage(
            ProcessUsage.cpuNanosUntilNow() - cpuBefore, SystemTime.CLOCK.nanos() - startNanos);
  }

  /**
   * Waits until the pool has received all that it asked for, and measures the run.
   *
   * @return what the run showed
   * @throws IllegalStateException if the counts show that the run did not measure the growth of a
   *     pool of regular sessions; the message says why
   */
  public TrialReport finish() {
    Usage after = usage();
    PooledClient grown = prepared(client);
    grown.awaitCreated(REST_LIMIT_NANOS);
    PoolObservation seen = observe(grown);
    GrowthCheck check = new GrowthCheck(options.workload(), options.size(), batchLimit);
    List<String> complaints =
        injection.changesCounts() || COMPARED.equals(System.getProperty(COUNTS_PROPERTY))
            ? check.contradictions(seen)
            : check.complaints(seen);
    if (!complaints.isEmpty()) {
      throw new IllegalStateException(
          "this run did not measure the growth of the pool: " + String.join("; ", complaints));
    }
    Usage started = prepared(before);
    Optional<List<RpcRecord>> journal = server.journal();
    List<OperationTimes> operations = prepared(load).operations();
    int timeScale = options.size().timeScale();
    AcquireWaits waits = AcquireWaits.of(operations, timeScale);
    PoolShape shape = options.size().shape();
    List<Metric> metrics =
        TrialMetrics.of(
            shape,
            seen,
            journal
                .map(done -> GrowthTimes.nanosUntil(done, startNanos, shape.maxSessions()))
                .map(nanos -> nanos / timeScale)
                .orElse(Double.NaN),
            waits,
            new TrialMetrics.Cost(
                prepared(timed),
                after.process().allocatedBytesSince(started.process()),
                after.mock().map(mock -> mock.minus(started.mock().orElse(ServerUsage.NONE)))));
    return new TrialReport(
        metrics,
        journal.map(done -> GrowthTrace.of(done, operations, startNanos, timeScale)),
        waits);
  }

  private PoolObservation observe(PooledClient grown) {
    Map<Rpc, Long> attempts = new EnumMap<>(Rpc.class);
    for (Rpc rpc : Rpc.values()) {
      attempts.put(rpc, grown.attempts(rpc));
    }
    return new PoolObservation(
        attempts, grown.poolState().total(), grown.poolMetrics(), server.counts());
  }

  /** Ends the load, closes the client and stops the server, whatever state they are in. */
  @Override
  public void close() {
    // What was started last is ended first; each is ended even if the one before it fails.
    try {
      if (load != null) {
        load.close();
      }
    } finally {
      load = null;
      try {
        if (client != null) {
          client.close();
        }
      } finally {
        client = null;
        server.close();
      }
    }
  }

  private static <T> T prepared(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the run has been closed");
    }
    return part;
  }
}
