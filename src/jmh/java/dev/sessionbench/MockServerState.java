package dev.sessionbench;

import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.rawload.ClosedLoop;
import dev.sessionbench.rawload.Operation;
import dev.sessionbench.rawload.ServerRun;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A fresh server and channel for every iteration, so that undeleted sessions do not accumulate. */
@State(Scope.Benchmark)
public abstract class MockServerState {
  private static final int IN_FLIGHT = 64;

  /** The server: ours, theirs (the client's own mock) or constant (the limit). */
  @Param({"ours", "theirs", "constant"})
  public String server = "";

  /** How the load reaches it: tcp or inprocess. */
  @Param({"tcp", "inprocess"})
  public String transport = "";

  private final Function<String, Operation> operation;
  private final int rpcsPerOperation;
  private @Nullable ServerRun run;
  private @Nullable ClosedLoop loop;
  private @Nullable ProcessUsage before;
  private long rpcs;

  /**
   * A state for one load.
   *
   * @param operation makes an operation from the name of its session
   * @param rpcsPerOperation how many RPCs an operation has
   */
  MockServerState(Function<String, Operation> operation, int rpcsPerOperation) {
    this.operation = operation;
    this.rpcsPerOperation = rpcsPerOperation;
  }

  /** State of {@link MockServerBenchmark#executeStreamingSql}. */
  public static class Sql extends MockServerState {
    /** For JMH. */
    public Sql() {
      super(Operation::executeStreamingSql, 1);
    }
  }

  /** State of {@link MockServerBenchmark#batchCreateSessions}. */
  public static class Sessions extends MockServerState {
    private static final int BATCH = 25;

    /** For JMH. */
    public Sessions() {
      super(session -> Operation.batchCreateSessions(BATCH), 1);
    }
  }

  /** State of {@link MockServerBenchmark#beginAndCommit}. */
  public static class Transactions extends MockServerState {
    /** For JMH. */
    public Transactions() {
      super(Operation::beginAndCommit, 2);
    }
  }

  /**
   * Starts server and channel.
   *
   * @throws IOException if the server cannot listen
   */
  @Setup(Level.Iteration)
  public void start() throws IOException {
    ServerRun started = new ServerRun(server, transport, /* statementMillis= */ 0, /* count= */ 1);
    run = started;
    List<Operation> operations = started.operations(IN_FLIGHT, operation);
    loop = new ClosedLoop(started.channel(), operations);
    System.gc();
    rpcs = 0;
    before = ProcessUsage.now();
  }

  /**
   * The timed part.
   *
   * @param count how many RPCs
   * @throws InterruptedException if JMH gives the iteration up
   */
  void run(int count) throws InterruptedException {
    Objects.requireNonNull(loop).run(count / rpcsPerOperation);
    rpcs += count;
  }

  /** Publishes what an RPC cost the process, client and server together, and stops both. */
  @TearDown(Level.Iteration)
  public void stop() {
    double cpuNanos = ProcessUsage.now().cpuNanos() - Objects.requireNonNull(before).cpuNanos();
    InvocationMetricsProfiler.publish(
        List.of(new MetricValue("cpuPerRpc", cpuNanos / rpcs / 1_000, "us")));
    Objects.requireNonNull(run).close();
  }
}
