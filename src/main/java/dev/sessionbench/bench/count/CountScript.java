package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.fault.FaultCondition.Calls;
import dev.sessionbench.mock.fault.FaultCondition.Every;
import dev.sessionbench.mock.fault.FaultEffect.Fail;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import dev.sessionbench.mock.rpc.RpcRecord;
import io.grpc.Status;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** Scripts of a single caller, who opens and closes clients and takes one step after the other. */
enum CountScript {
  /** Acquires and releases 400 times. */
  ACQUIRES("acquires", Stage::acquire),
  /** Acquires all sessions, then reads and writes while calls fail. */
  FAULTS("faults", Stage::fail),
  /** Leaves all sessions of a pool idle for an hour, with the pool's maintenance every 10 s. */
  UPKEEP("upkeep", Stage::rest),
  /** Acquires and releases all nine sessions of a pool, then acquires them again. */
  IDLE_ORDER("idleOrder", Stage::order),
  /** Opens, uses and closes 20 clients. */
  REOPENING("reopening", Stage::reopen);

  private static final int CLIENTS = 20;
  private static final int FEW_THREADS = 8;
  private static final int FEW_MEGABYTES = 2;
  private static final int MEGABYTE = 1_000_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int HOUR_SECONDS = 3_600;

  /** How often a client runs its maintenance. */
  private static final int UPKEEP_SECONDS = 10;

  /** How long the server asks a client to wait before it repeats an aborted transaction. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final String text;

  // Functions without state.
  @SuppressWarnings("ImmutableEnumChecker")
  private final BiConsumer<Stage, PoolUnderTest> script;

  CountScript(String text, BiConsumer<Stage, PoolUnderTest> script) {
    this.text = text;
    this.script = script;
  }

  /** Running threads, without those that gRPC shares among all its users. */
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().startsWith("grpc-"))
        .count();
  }

  /** A few are no leak: they are shared, or about to end. */
  private static long leaked(long left, long few) {
    return left < few ? 0 : left;
  }

  /** The memory that is in use after a collection. */
  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static Fail fail(Status.Code code) {
    return Fail.with(code, "by script");
  }

  /** How the server goes wrong. */
  private FaultPlan faults() {
    Optional<Duration> pause = Optional.of(Duration.ofNanos(PAUSE_NANOS));
    Fail unavailable = fail(Status.Code.UNAVAILABLE);
    Fail aborted = new Fail(Status.Code.ABORTED, "by script", pause, Optional.empty());
    Fail late = fail(Status.Code.DEADLINE_EXCEEDED);
    return this != FAULTS
        ? FaultPlan.NONE
        : FaultPlan.of(
            FaultRule.of("unavailable", unavailable, Rpc.BATCH_CREATE_SESSIONS).when(new Every(10)),
            FaultRule.of("aborted", aborted, Rpc.COMMIT).when(new Every(10)),
            // Some of the reads that follow the first read of each session.
            FaultRule.of("late", late, Rpc.EXECUTE_STREAMING_SQL).when(new Calls(410, 413)));
  }

  /** The counts of one run, on a server of its own. */
  Map<String, Long> count(Scenario scenario, Transport transport) throws IOException {
    try (MockSpannerServer server =
        MockSpannerServer.start(scenario.mock().with(mock -> mock.faults(faults())))) {
      Stage stage = new Stage(scenario, server, ServerAddress.of(server, transport), new Counts());
      PoolUnderTest pool = stage.open();
      script.accept(stage, pool);
      stage.close(pool);
      stage.counts.addServer(server, Counts.channels(scenario.shape(), transport));
      return stage.counts.byName();
    }
  }

  @Override
  public String toString() {
    return text;
  }

  /** What a script acts on, and where it counts. */
  record Stage(Scenario scenario, MockSpannerServer server, ServerAddress address, Counts counts) {
    void acquire(PoolUnderTest pool) {
      readAndWrite(pool, 200);
      counts.add(RunMetric.SESSIONS_USED, sessions().stream().distinct().count());
    }

    void fail(PoolUnderTest pool) {
      hold(pool, scenario.shape().maxSessions());
      readAndWrite(pool, 100);
      countHastyRetries();
    }

    void rest(PoolUnderTest pool) {
      hold(pool, (scenario.shape().minSessions() + scenario.shape().maxSessions()) / 2);
      for (int seconds = UPKEEP_SECONDS;
          seconds <= HOUR_SECONDS && pool.maintain(UPKEEP_SECONDS);
          seconds += UPKEEP_SECONDS) {
        pool.awaitQuiescent(LIMIT_NANOS);
        counts.add(RunMetric.IDLE_SECONDS, (long) UPKEEP_SECONDS * pool.state().idle());
      }
      counts.add(RunMetric.IDLE, pool.state().idle());
    }

    void order(PoolUnderTest pool) {
      int all = scenario.shape().maxSessions();
      hold(pool, all);
      hold(pool, all);
      List<String> sessions = sessions();
      List<String> released = sessions.subList(0, all);
      sessions.stream()
          .skip(all)
          .mapToLong(session -> 1 + released.indexOf(session))
          .reduce((digits, digit) -> 10 * digits + digit)
          .ifPresent(order -> counts.add(RunMetric.IDLE_ORDER, order));
    }

    void reopen(PoolUnderTest first) {
      readAndWrite(first, 1);
      // All clients may share what the first one starts.
      long before = threads();
      long usedBefore = usedBytes();
      for (int client = 1; client < CLIENTS; client++) {
        PoolUnderTest pool = open();
        readAndWrite(pool, 1);
        close(pool);
      }
      var unused =
          SystemTime.CLOCK.await(() -> threads() - before < FEW_THREADS, LOOK_NANOS, ENDING_NANOS);
      counts.add(RunMetric.THREADS_LEFT, leaked(threads() - before, FEW_THREADS));
      long left = Math.round((double) (usedBytes() - usedBefore) / MEGABYTE);
      counts.add(RunMetric.HEAP_LEFT, leaked(left, FEW_MEGABYTES));
    }

    PoolUnderTest open() {
      PoolUnderTest pool = scenario.pool().apply(address);
      pool.open();
      pool.awaitQuiescent(LIMIT_NANOS);
      return pool;
    }

    /** Calls the client and counts the error that its caller sees. */
    void call(Runnable operation) {
      try {
        operation.run();
      } catch (RuntimeException e) {
        counts.add(RunMetric.FAILED_CALLERS, 1);
      }
    }

    /** Acquires some sessions, awaits those that the pool has asked for, and releases them. */
    void hold(PoolUnderTest pool, int number) {
      List<OpenRead> reads = new ArrayList<>();
      IntStream.range(0, number).forEach(i -> call(() -> reads.add(pool.openRead())));
      pool.awaitQuiescent(LIMIT_NANOS);
      reads.forEach(OpenRead::close);
    }

    void readAndWrite(PoolUnderTest pool, int times) {
      for (int i = 0; i < times; i++) {
        call(() -> pool.read(() -> {}));
        call(pool::write);
      }
    }

    /** Counts what followed an aborted commit before most of the server's pause had passed. */
    void countHastyRetries() {
      List<RpcRecord> served = server.journal().entries();
      long hasty = 0;
      for (int i = 1; i < served.size(); i++) {
        RpcRecord before = served.get(i - 1);
        long pause = served.get(i).arrivalNanos() - before.repliedNanos();
        hasty += before.status() == Status.Code.ABORTED && pause < PAUSE_NANOS / 2 ? 1 : 0;
      }
      counts.add(RunMetric.HASTY_RETRIES, hasty);
    }

    /** The sessions of the statements, in their order. */
    List<String> sessions() {
      return server.journal().entries().stream()
          .filter(request -> Counts.STATEMENTS.contains(request.rpc()))
          .map(RpcRecord::session)
          .toList();
    }

    void close(PoolUnderTest pool) {
      pool.awaitQuiescent(LIMIT_NANOS);
      counts.add(RunMetric.FAILED_CALLERS, 0);
      counts.add(RunMetric.ATTEMPTS, pool.attempts(Rpc.BATCH_CREATE_SESSIONS));
      counts.addPool(pool.state(), pool.metrics());
      pool.close();
    }
  }
}
