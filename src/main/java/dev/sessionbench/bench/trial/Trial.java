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
import dev.sessionbench.bench.trial.Scenario.Earlier;
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
 * before. It starts the server, builds the client, fills the pool to its minimum, plays an earlier
 * load and starts the load's threads. {@link #finish()} ends the faults and waits until the pool
 * has come to rest, so that it counts sessions that arrive late.
 */
public final class Trial implements AutoCloseable {
  private static final long REST_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(90);
  private static final SystemTime TIME = SystemTime.CLOCK;

  private final Scenario scenario;
  private final Optional<MockSpannerServer> mock;
  private final PoolUnderTest pool;
  private final ThreadedDriver driver;
  private @Nullable ProcessUsage before;
  private ServerUsage mockBefore = ServerUsage.NONE;
  private long openNanos;
  private long idleNanos;
  private long startNanos;
  private long cpuNanos;

  /** How long the timed part took; 0 before it has ended. */
  private long wallNanos;

  private boolean started;
  private boolean clientClosed;

  private Trial(Scenario scenario) throws IOException {
    this.scenario = scenario;
    boolean ours = scenario.elsewhere().isEmpty();
    mock = ours ? Optional.of(MockSpannerServer.start(scenario.mock())) : Optional.empty();
    openNanos = TIME.nanos();
    try {
      ServerAddress address =
          mock.map(own -> ServerAddress.of(own, scenario.mock().transport()))
              .orElseGet(() -> scenario.elsewhere().orElseThrow());
      pool = scenario.pool().apply(address);
      driver = new ThreadedDriver(scenario.load(), pool, scenario.tolerated());
    } catch (RuntimeException | Error e) {
      mock.ifPresent(MockSpannerServer::close);
      throw e;
    }
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
    Trial trial = new Trial(scenario);
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
      mock.ifPresent(server -> server.useLatencies(pool.filling(measured)));
      pool.open();
      pool.awaitQuiescent(REST_LIMIT_NANOS);
      mock.ifPresent(server -> server.useLatencies(measured));
    }
    openNanos = TIME.nanos() - openNanos;
    scenario.earlier().ifPresent(this::play);
    beginUsage();
  }

  /** Plays a load that the server's counters forget. */
  private void play(Earlier earlier) {
    try (ThreadedDriver callers = new ThreadedDriver(earlier.load(), pool, scenario.tolerated())) {
      callers.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    mock.ifPresent(server -> server.counters().restart());
    earlier.ended().run();
  }

  /** Collects the garbage of earlier runs, so that it is not collected in the timed part. */
  public void collectGarbage() {
    System.gc();
    // The run did not use what the collection used.
    beginUsage();
  }

  private void beginUsage() {
    before = ProcessUsage.now();
    mockBefore = mock.map(MockSpannerServer::usage).orElse(ServerUsage.NONE);
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
    mock.ifPresent(server -> server.useFaults(scenario.faults()));
    long idleBefore = idleNanosUntilNow();
    long cpuBefore = ProcessUsage.cpuNanosUntilNow();
    startNanos = TIME.nanos();
    if (!scenario.fillsFirst()) {
      pool.open();
    }
    driver.run();
    cpuNanos = ProcessUsage.cpuNanosUntilNow() - cpuBefore;
    wallNanos = TIME.nanos() - startNanos;
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
    if (before == null || wallNanos == 0) {
      throw new IllegalStateException("the run has not ended");
    }
    long allocated = ProcessUsage.now().allocatedBytesSince(before);
    Optional<ServerUsage> ofMock = mock.map(server -> server.usage().minus(mockBefore));
    RunUsage usage = new RunUsage(openNanos, cpuNanos, wallNanos, allocated, ofMock);
    Optional<FaultStatistics> faults = mock.map(MockSpannerServer::faults);
    mock.ifPresent(server -> server.useFaults(FaultPlan.NONE));
    pool.retire();
    pool.awaitQuiescent(REST_LIMIT_NANOS);
    Observation seen = observe(usage, mock.map(server -> view(server, faults.orElseThrow())));
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

  private static ServerView view(MockSpannerServer server, FaultStatistics faults) {
    RpcCounters counters = server.counters();
    return new ServerView(
        Rpc.each(counters::count),
        Rpc.each(rpc -> counters.method(rpc).failed()),
        server.sessions(),
        Rpc.each(counters::byChannel),
        counters.connections(),
        server.journal().entries(),
        server.journal().dropped(),
        faults);
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
    return mock;
  }

  /** Ends the load, closes the client and stops the server, in any state. */
  @Override
  public void close() {
    try {
      closeClient();
    } finally {
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
