package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.ThreadedDriver;
import dev.sessionbench.bench.trial.Observation.RunUsage;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.fault.FaultDecider.FaultStatistics;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.rpc.RpcCounters;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one scenario once on a fresh pool and a fresh server: it prepares, runs, measures and
 * closes.
 *
 * <p>A benchmark times only {@link #run()}. {@link #prepare} does everything that can be done
 * before. It starts the server, builds the client, fills the pool to its minimum and starts the
 * load's threads. {@link #finish()} ends the faults and waits until the pool has come to rest, so
 * that it counts sessions that arrive late.
 */
public final class Trial implements AutoCloseable {
  private static final long REST_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(90);
  private static final SystemTime TIME = SystemTime.CLOCK;

  private final Scenario scenario;
  private final TrialServer server;
  private final PoolUnderTest pool;
  private final ThreadedDriver driver;
  private @Nullable Usage before;
  private @Nullable Timed timed;
  private long openNanos;
  private long idleNanos;
  private long startNanos;
  private boolean started;
  private boolean clientClosed;

  private record Timed(long openNanos, long cpuNanos, long wallNanos) {}

  /** What the process and its mock server had used of the machine. */
  private record Usage(ProcessUsage process, Optional<ServerUsage> mock) {
    RunUsage until(Usage after, Timed timed) {
      return new RunUsage(
          timed.openNanos,
          timed.cpuNanos,
          timed.wallNanos,
          after.process.allocatedBytesSince(process),
          after.mock.map(usage -> usage.minus(mock.orElse(ServerUsage.NONE))));
    }
  }

  private Trial(Scenario scenario, TrialServer server) {
    this.scenario = scenario;
    this.server = server;
    openNanos = TIME.nanos();
    this.pool = scenario.pool().apply(server.address());
    this.driver = new ThreadedDriver(scenario.load(), pool, scenario.tolerated());
  }

  /**
   * Prepares a run.
   *
   * @param scenario everything that decides the run
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  public static Trial prepare(Scenario scenario) throws IOException {
    TrialServer server = TrialServer.start(scenario);
    Trial trial;
    try {
      trial = new Trial(scenario, server);
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
    try {
      trial.fill();
      return trial;
    } catch (RuntimeException | Error e) {
      trial.close();
      throw e;
    }
  }

  private void fill() {
    if (scenario.fillsFirst()) {
      LatencyProfile measured = scenario.mock().latencies();
      server.mock().ifPresent(mock -> mock.useLatencies(pool.filling(measured)));
      pool.open();
      pool.awaitQuiescent(REST_LIMIT_NANOS);
      server.mock().ifPresent(mock -> mock.useLatencies(measured));
    }
    openNanos = TIME.nanos() - openNanos;
    before = usage();
  }

  /** Collects the garbage of earlier runs, so that it is not collected in the timed part. */
  public void collectGarbage() {
    System.gc();
    // The run did not use what the collection used.
    before = usage();
  }

  private Usage usage() {
    return new Usage(ProcessUsage.now(), server.usage());
  }

  /**
   * Plays the load on the pool. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException if an operation failed that must not, or on a second call
   */
  public void run() throws InterruptedException {
    if (started) {
      throw new IllegalStateException("a fresh pool grows once: the batch size (-bs) must be 1");
    }
    started = true;
    server.use(scenario.faults());
    long idleBefore = idleNanosUntilNow();
    long cpuBefore = ProcessUsage.cpuNanosUntilNow();
    startNanos = TIME.nanos();
    if (!scenario.fillsFirst()) {
      pool.open();
    }
    driver.run();
    timed =
        new Timed(
            openNanos, ProcessUsage.cpuNanosUntilNow() - cpuBefore, TIME.nanos() - startNanos);
    idleNanos = idleNanosUntilNow() - idleBefore;
  }

  private long idleNanosUntilNow() {
    return pool.account().map(PoolAccount::idleNanos).orElse(0L);
  }

  /**
   * Ends the faults, waits until the pool has received or given up every session that it asked for,
   * and measures the run.
   *
   * @return what the run showed
   * @throws IllegalStateException if the run was not what it was meant to be; the message says why
   */
  public TrialReport finish() {
    if (before == null || timed == null) {
      throw new IllegalStateException("the run has not ended");
    }
    RunUsage usage = before.until(usage(), timed);
    Optional<FaultStatistics> faults = server.use(FaultPlan.NONE);
    pool.retire();
    pool.awaitQuiescent(REST_LIMIT_NANOS);
    Observation seen = observe(usage, server.view(faults));
    TrialReport report = new TrialReport();
    scenario.probes().forEach(probe -> probe.read(seen, report));
    if (!report.complaints().isEmpty()) {
      throw new IllegalStateException(
          "this run did not measure the growth of the pool: "
              + String.join("; ", report.complaints()));
    }
    return report;
  }

  private Observation observe(RunUsage usage, Optional<ServerView> view) {
    return new Observation(
        scenario.shape(),
        scenario.load(),
        scenario.timeScale(),
        startNanos,
        driver.operations(),
        Rpc.each(pool::attempts),
        pool.state(),
        pool.metrics(),
        pool.account().map(account -> account.idleFor(idleNanos)),
        view,
        usage);
  }

  /**
   * Ends the load and closes the client.
   *
   * @return the server, which runs until the trial is closed; empty if it is not the suite's own
   */
  public Optional<MockSpannerServer> closeClient() {
    if (!clientClosed) {
      clientClosed = true;
      try (pool;
          driver) {
        before = null;
      }
    }
    return server.mock();
  }

  /** Ends the load, closes the client and stops the server, in any state. */
  @Override
  public void close() {
    try (server) {
      closeClient();
    }
  }

  /**
   * The server of a run. It is either a mock that lives as long as the run, or a server elsewhere,
   * which keeps running and reports no counts.
   *
   * @param address where it listens
   * @param mock the mock; empty for a server elsewhere
   */
  record TrialServer(ServerAddress address, Optional<MockSpannerServer> mock)
      implements AutoCloseable {
    /**
     * Uses the server that a scenario names, or starts its mock.
     *
     * @throws IOException if the mock cannot listen
     */
    static TrialServer start(Scenario scenario) throws IOException {
      if (scenario.elsewhere().isPresent()) {
        return new TrialServer(scenario.elsewhere().get(), Optional.empty());
      }
      MockSpannerServer mock = MockSpannerServer.start(scenario.mock());
      return new TrialServer(
          ServerAddress.of(mock, scenario.mock().transport()), Optional.of(mock));
    }

    Optional<ServerUsage> usage() {
      return mock.map(MockSpannerServer::usage);
    }

    /**
     * Lets the server go wrong from now on.
     *
     * @return what the previous plan has done; empty if the server is not the suite's own
     */
    Optional<FaultStatistics> use(FaultPlan plan) {
      Optional<FaultStatistics> done = mock.map(MockSpannerServer::faults);
      mock.ifPresent(server -> server.useFaults(plan));
      return done;
    }

    /**
     * What the server has counted; empty if it does not report its counts.
     *
     * @param faults what its plan has done
     */
    Optional<ServerView> view(Optional<FaultStatistics> faults) {
      return mock.map(
          server -> {
            RpcCounters counters = server.counters();
            return new ServerView(
                Rpc.each(counters::count),
                Rpc.each(rpc -> counters.method(rpc).failed()),
                server.sessions().created(),
                server.sessions().alive(),
                server.sessions().multiplexedCreated(),
                Rpc.each(counters::byChannel),
                server.connections(),
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

  /** Everything that decides the runs of one cell. */
  public interface TrialSpec {
    /** The measured run. */
    Scenario measured();

    /** A run that only warms the process up: the same code, as fast as possible. */
    Scenario warmup();
  }
}
