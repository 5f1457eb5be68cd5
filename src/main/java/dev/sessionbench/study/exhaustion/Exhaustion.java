package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.exhaustion.ExhaustionPlan.IDLE;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.SEED;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.WARM_UP;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.WRITE_SHARE;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.StudyServer;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.PoolSample;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.diagnosis.RpcTimer;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import dev.sessionbench.study.exhaustion.SpanLog.TransactionSpans;
import io.grpc.ClientInterceptor;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Plays scenario after scenario on one client. Server, client and machine stay the same; only the
 * number of agents grows.
 */
public final class Exhaustion implements AutoCloseable {
  private static final SystemTime TIME = SystemTime.CLOCK;

  /** Threads of an open loop for each session; those beyond one wait. */
  private static final int THREADS_PER_SESSION = 4;

  private static final int WARM_UP_AGENTS = 50;
  private static final long SAMPLE_MILLIS = 20;

  /** When the pool closes idle sessions, in milliseconds; its own times are 10 s and 55 min. */
  private static final Map<String, String> UPKEEP =
      Map.of("LoopFrequency", "500", "RemoveInactiveSessionAfterDuration", "5000");

  private final ExhaustionPlan plan;
  private final StudyServer server;
  private final ConcurrentLinkedQueue<RpcTiming> calls = new ConcurrentLinkedQueue<>();
  private final PooledClient client;
  private final Leaderboard leaderboard;
  private final ConcurrentLinkedQueue<PoolSample> samples = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService sampler =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("pool-sampler").setDaemon(true).build());
  private final long startNanos;

  /**
   * Starts the server, fills the pool to its minimum, and warms up the JVM with a separate client.
   *
   * @param plan the settings
   * @throws BadInput if the server cannot be reached
   * @throws InterruptedException if the thread is interrupted
   */
  public Exhaustion(ExhaustionPlan plan) throws InterruptedException {
    this.plan = plan;
    // The machine decides how many requests the warm-up makes. So it has a mock of its own, with
    // its own draws.
    try (StudyServer other = plan.start()) {
      warmUp(other);
    }
    server = plan.start();
    client = server.open(plan.shape(), UPKEEP, interceptors(calls::add));
    leaderboard = new Leaderboard(client.databaseClient(), plan.get(SEED), new AtomicLong());
    startNanos = TIME.nanos();
    var unused = sampler.scheduleAtFixedRate(this::sample, 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private List<ClientInterceptor> interceptors(Consumer<RpcTiming> sink) {
    RpcTimer timer = new RpcTimer(TIME, sink);
    long networkNanos = TimeUnit.MILLISECONDS.toNanos(plan.networkMillis());
    return networkNanos == 0
        ? List.of(timer)
        : List.of(new NetworkDistance(networkNanos, TIME), timer);
  }

  private void warmUp(StudyServer played) throws InterruptedException {
    PoolShape shape = new PoolShape(WARM_UP_AGENTS, WARM_UP_AGENTS, 1, plan.shape().numChannels());
    try (PooledClient warm = played.open(shape, Map.of(), interceptors(timing -> {}))) {
      Leaderboard board = new Leaderboard(warm.databaseClient(), plan.get(SEED), new AtomicLong());
      Agents agents = new Agents(WARM_UP_AGENTS, plan.get(WRITE_SHARE), 0);
      long until = TIME.nanos() + Nanos.ofSeconds(plan.get(WARM_UP));
      List<Pace> paces = closed(agents, plan.get(SEED), until, Integer.MAX_VALUE);
      Queue<Transaction> made = new ConcurrentLinkedQueue<>();
      board.agents(paces, kind -> waitNanos -> {}, made::add).run();
      BadInput.when(
          made.stream().allMatch(t -> t.times().failed()),
          "%s: no transaction succeeded; does it answer the statements of the profile %s?",
          played.name(),
          Leaderboard.PROFILE);
    }
  }

  private void sample() {
    PoolMetrics metrics = client.metrics();
    int creating = client.state().beingCreated();
    samples.add(
        new PoolSample(TIME.nanos(), (int) metrics.inUse(), (int) metrics.idle(), creating));
  }

  private List<Pace> closed(Agents agents, long seed, long untilNanos, int rounds) {
    // About the time from one transaction of an agent to its next.
    long spreadMillis = plan.scenario(0).pauseMillis() + 2 * plan.networkMillis();
    long spreadNanos = TimeUnit.MILLISECONDS.toNanos(spreadMillis);
    return Leaderboard.closed(agents, spreadNanos, seed, untilNanos, rounds);
  }

  /**
   * Plays a scenario.
   *
   * @param index its place, from 0
   * @param rate transactions a second of an open loop; empty for a closed one
   * @throws InterruptedException if the thread is interrupted
   */
  Observed play(int index, OptionalDouble rate) throws InterruptedException {
    long seed = plan.get(SEED) + index;
    long start = TIME.nanos();
    long end = start + Nanos.ofSeconds(plan.seconds(index, rate.isPresent()));
    int threads = THREADS_PER_SESSION * plan.shape().maxSessions();
    double writes = plan.get(WRITE_SHARE);
    List<Pace> paces =
        rate.isPresent()
            ? Leaderboard.open(rate.getAsDouble(), writes, threads, seed, start, end)
            : closed(plan.scenario(index), seed, end, Integer.MAX_VALUE);
    long from = start + Nanos.ofSeconds(ExhaustionPlan.RAMP_SECONDS);
    long[] cpu = new long[2];
    var unused = TIME.after(from - TIME.nanos(), () -> cpu[0] = ProcessUsage.cpuNanosUntilNow());
    var unusedEnd = TIME.after(end - TIME.nanos(), () -> cpu[1] = ProcessUsage.cpuNanosUntilNow());
    TransactionSpans spans = new TransactionSpans(index + 1);
    Queue<Transaction> ended = new ConcurrentLinkedQueue<>();
    leaderboard.agents(paces, spans::begin, ended::add).run();
    double cores = Runtime.getRuntime().availableProcessors();
    double cpuShare = (cpu[1] - cpu[0]) / (cores * (end - from));
    Observed seen = observed(from, end, List.copyOf(ended), cpuShare);
    calls.clear();
    return seen;
  }

  /** The observations of a stretch of time whose agents have ended. */
  Observed observed(long from, long to, List<Transaction> made, double cpuShare) {
    return new Observed(
        from,
        to,
        plan.shape().maxSessions(),
        made,
        List.copyOf(calls),
        server.mock().map(mock -> mock.journal().entries()),
        samples(),
        client.metrics().inUse(),
        cpuShare,
        client.metrics().timeouts());
  }

  /** The agents of the first scenario; they wait to make this many transactions each. */
  AgentThreads agents(int rounds, Consumer<Transaction> done) {
    List<Pace> paces = closed(plan.scenario(0), plan.get(SEED), Long.MAX_VALUE, rounds);
    return leaderboard.agents(paces, kind -> waitNanos -> {}, done);
  }

  /** Keeps the pool unused for a while. */
  List<Double> idle() throws InterruptedException {
    double from = secondsNow();
    TIME.sleep(Nanos.ofSeconds(plan.get(IDLE)));
    return List.of(from, secondsNow());
  }

  /** The time since the start of the study, in seconds. */
  double secondsNow() {
    return sinceStart(TIME.nanos());
  }

  double sinceStart(long atNanos) {
    return (atNanos - startNanos) / Nanos.PER_SECOND;
  }

  /** The samples of the pool so far. */
  List<PoolSample> samples() {
    return List.copyOf(samples);
  }

  /** Closes client and server. */
  @Override
  public void close() {
    sampler.shutdownNow();
    client.close();
    server.close();
  }
}
