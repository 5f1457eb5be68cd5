package dev.sessionbench.trial;

import dev.sessionbench.client.PooledClient;
import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultStatistics;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.journal.RpcCounters;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.workload.AcquireWaits;
import dev.sessionbench.workload.Load;
import dev.sessionbench.workload.ToleratedOperations;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One burst on one fresh pool that grows against a server which goes wrong: prepared, run once,
 * measured, closed.
 *
 * <p>The pool is filled to its minimum while nothing goes wrong; the plan begins with {@link
 * #run()}. The server is reached over TCP, where connections can be lost.
 */
public final class FaultTrial implements AutoCloseable {
  private static final long REST_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(90);

  private final FaultOptions options;
  private final MockSpannerServer server;
  private final PooledClient client;
  private final ToleratedOperations operations;
  private @Nullable Load load;
  private boolean started;

  private FaultTrial(FaultOptions options, MockSpannerServer server) {
    this.options = options;
    this.server = server;
    this.client =
        new PooledClient(
            options.size().shape(),
            new ServerAddress.Tcp("localhost", server.port()),
            Optional.of(options.creationTimeout())
                .filter(timeout -> options.scenario().limitsCreations()));
    this.operations = new ToleratedOperations(client);
  }

  /**
   * Prepares a run against the original benchmark's simulated server.
   *
   * @param options all that decides the run
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  public static FaultTrial prepare(FaultOptions options) throws IOException {
    return prepare(options, LatencyProfile.original());
  }

  /**
   * Prepares a run that only warms the process up: nothing goes wrong in it.
   *
   * @param options all that decides the run
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  public static FaultTrial prepareWarmup(FaultOptions options) throws IOException {
    return prepare(options.undisturbed());
  }

  /**
   * Prepares a run.
   *
   * @param options all that decides the run
   * @param serverTimes the server's simulated times
   * @return the run, ready to be started
   * @throws IOException if the server cannot listen
   * @throws IllegalStateException if the pool does not fill to its minimum
   */
  static FaultTrial prepare(FaultOptions options, LatencyProfile serverTimes) throws IOException {
    MockSpannerServer server =
        MockSpannerServer.start(
            MockServerOptions.defaults()
                .withLatencies(serverTimes)
                .withSeed(options.size().seed())
                .withJournalCapacity(0));
    FaultTrial trial;
    try {
      trial = new FaultTrial(options, server);
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
    load = FaultOptions.WORKLOAD.prepare(options.size(), operations);
    client.open();
    client.awaitCreated(REST_LIMIT_NANOS);
    System.gc();
  }

  /**
   * Puts the load on the pool while the server goes wrong. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException on a second call, or after the run has been closed
   */
  public void run() throws InterruptedException {
    if (started) {
      throw new IllegalStateException("a fresh pool grows once: the batch size (-bs) must be 1");
    }
    started = true;
    server.useFaults(options.scenario().plan());
    prepared().run();
  }

  /**
   * Ends the faults, waits until the pool has received or given up all that it asked for, and
   * measures the run.
   *
   * @return what the run showed
   * @throws IllegalStateException if the pool did what it must not do whatever goes wrong: leak
   *     sessions or pass its maximum; the message says what
   */
  public TrialReport finish() {
    FaultStatistics faults = server.faults();
    server.useFaults(FaultPlan.NONE);
    client.awaitCreated(REST_LIMIT_NANOS);
    FaultObservation seen = observe(faults);
    List<String> complaints = seen.complaints(options);
    if (!complaints.isEmpty()) {
      throw new IllegalStateException(
          "%s at %s: %s"
              .formatted(
                  options.scenario(), options.size().shape(), String.join("; ", complaints)));
    }
    return new TrialReport(
        seen.metrics(options.size().shape().maxSessions()),
        Optional.empty(),
        AcquireWaits.of(prepared().operations(), 1));
  }

  private FaultObservation observe(FaultStatistics faults) {
    RpcCounters counters = server.counters();
    ToLongFunction<Rpc> failed =
        rpc ->
            counters.unanswered(rpc)
                + counters.errors(rpc).values().stream().mapToLong(Long::longValue).sum();
    return new FaultObservation(
        operations.outcomes(),
        faults,
        counters.count(Rpc.BATCH_CREATE_SESSIONS),
        client.attempts(Rpc.BATCH_CREATE_SESSIONS),
        failed.applyAsLong(Rpc.BATCH_CREATE_SESSIONS),
        Arrays.stream(Rpc.values()).mapToLong(failed).sum(),
        server.sessions().created(),
        server.sessions().alive(),
        client.poolState().total(),
        server.sessions().multiplexedCreated());
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
        client.close();
      } finally {
        server.close();
      }
    }
  }

  private Load prepared() {
    if (load == null) {
      throw new IllegalStateException("the run has been closed");
    }
    return load;
  }
}
