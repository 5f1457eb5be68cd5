package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.strategy.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A load with its pool and the cost of sessions: a whole simulation except for the strategies.
 *
 * @param description a description for people
 * @param pool the settings of each client's pool
 * @param fillsFirst whether the pools are filled to their minimum before the load begins
 * @param clients how many clients there are, at least 1; each has a pool and these callers
 * @param creation how long a request for sessions takes; its seed does not matter
 * @param callers the groups of callers; threads must be the only group
 */
@RecordBuilder
public record DescribedLoad(
    String description,
    PoolOptions pool,
    boolean fillsFirst,
    int clients,
    SimulatedTime creation,
    List<Callers> callers)
    implements DescribedLoadBuilder.With {
  /** The most operations; more would not fit into memory with their records. */
  static final double MOST_OPERATIONS = 5e6;

  private static final double MOST_DAYS = 3_650;
  private static final double NANOS_PER_DAY = 86_400e9;
  private static final long GROUP_STREAM = 41;
  private static final long CLIENT_STREAM = 42;

  /**
   * How long a request for sessions takes.
   *
   * @param nanos the time of a request, in nanoseconds, at least 0
   * @param randomNanos the most that a random draw adds, uniformly, in nanoseconds
   * @param cost the time that each session and each other request under way adds
   */
  public static SimulatedTime creation(long nanos, long randomNanos, CostModel cost) {
    return new SimulatedTime(
        LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.of(nanos, randomNanos, 1)),
        cost,
        0,
        PoolShape.SERVICE_BATCH_LIMIT);
  }

  /** A request with a fixed time, plus a fixed time for each session. */
  public static SimulatedTime creation(double nanos, double perSessionNanos) {
    return creation(Math.round(nanos), 0, new CostModel(Math.round(perSessionNanos), 0));
  }

  /** How long a request for sessions takes on a server; its other methods are ignored. */
  public static SimulatedTime creation(SimulatedTime server) {
    return server
        .withSeed(0)
        .withLatencies(
            LatencyProfile.none()
                .with(
                    Rpc.BATCH_CREATE_SESSIONS, server.latencies().time(Rpc.BATCH_CREATE_SESSIONS)));
  }

  /** The same with the time of requests for sessions multiplied by a factor. */
  public DescribedLoad withCreation(double factor) {
    return withCreation(creation.withLatencies(creation.latencies().scaled(factor)));
  }

  /**
   * Checks the parts against each other.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public DescribedLoad {
    callers = List.copyOf(callers);
    Invalid.when(callers.isEmpty(), "callers: must be at least one group");
    pool.limits().refuseTooMany(clients);
    Invalid.when(
        callers.size() > 1 && callers.stream().anyMatch(Callers.Threads.class::isInstance),
        "callers: threads must be the only group, as they share one queue of turns");
    double operations = clients * callers.stream().mapToDouble(Callers::operations).sum();
    Invalid.when(
        operations > MOST_OPERATIONS,
        "callers: %.0f operations of all clients: must be at most %.0f",
        operations,
        MOST_OPERATIONS);
  }

  /**
   * Refuses callers that no pool of this size can serve. If the pool lets no caller wait, they may
   * be certain to want more sessions at one moment than its maximum. The wants of callers at random
   * are not certain. Also refuses a load that lasts longer than a clock in nanoseconds.
   *
   * @throws IllegalArgumentException naming how many come, and when, or how long they go on
   */
  DescribedLoad refusingTheHopeless() {
    Invalid.when(
        untilNanos() > MOST_DAYS * NANOS_PER_DAY,
        "callers: last for %.0f days: must be at most %.0f",
        untilNanos() / NANOS_PER_DAY,
        MOST_DAYS);
    for (Callers group : callers) {
      if (pool.failsWhenFull() && group.certainAtNanos(group.firstNanos()) > 0) {
        long nanos = group.firstNanos();
        long wanted = callers.stream().mapToLong(each -> each.certainAtNanos(nanos)).sum();
        Invalid.when(
            wanted > pool.limits().maxSessions(),
            "callers: %d want a session after %.0f ms, and with failsWhenFull none waits: must be at most maxSessions (%d)",
            wanted,
            nanos / 1e6,
            pool.limits().maxSessions());
      }
    }
    return this;
  }

  /** Its settings of the pool, as the parameters of a cell. */
  public Map<String, String> parameters() {
    Limits limits = pool.limits();
    return Map.of(
        TrialParameters.MIN_SESSIONS.name(), Integer.toString(limits.minSessions()),
        TrialParameters.MAX_SESSIONS.name(), Integer.toString(limits.maxSessions()),
        TrialParameters.NUM_CHANNELS.name(), Integer.toString(limits.numChannels()),
        TrialParameters.FILLED.name(), Boolean.toString(fillsFirst),
        TrialParameters.TIME_SCALE.name(), "1");
  }

  /** The highest mean number of sessions in use while callers come at random, in each client. */
  public double meanInUse() {
    return callers.stream()
        .mapToDouble(group -> meanInUseAt((double) group.firstNanos()))
        .max()
        .orElse(0);
  }

  private double meanInUseAt(double nanos) {
    return callers.stream()
        .filter(group -> group.firstNanos() <= nanos && nanos < group.untilNanos())
        .mapToDouble(Callers::meanInUse)
        .sum();
  }

  /**
   * How long callers at random wait in the end if more come than the pool can serve. This is the
   * largest backlog, as the time that serving it takes, in nanoseconds.
   */
  public double backlogNanos() {
    double[] changes =
        callers.stream()
            .flatMapToDouble(
                group -> DoubleStream.of((double) group.firstNanos(), group.untilNanos()))
            .sorted()
            .toArray();
    double most = pool.limits().maxSessions();
    double piled = 0;
    double worst = 0;
    for (int i = 1; i < changes.length; i++) {
      double lasts = changes[i] - changes[i - 1];
      piled = Math.max(0, piled + (meanInUseAt(changes[i - 1]) / most - 1) * lasts);
      worst = Math.max(worst, piled);
    }
    return worst;
  }

  /** About how many operations all clients have. */
  public double operations() {
    return clients * callers.stream().mapToDouble(Callers::operations).sum();
  }

  /** The same with each group of callers changed. */
  public DescribedLoad withEach(UnaryOperator<Callers> change) {
    return withCallers(callers.stream().map(change).toList());
  }

  /**
   * The load of each client; a seed decides it. With callers at random, some clients may have none.
   *
   * @throws IllegalArgumentException if no client has any callers
   */
  public List<LoadPlan> plans(long seed) {
    List<LoadPlan> plans =
        IntStream.range(0, clients).mapToObj(client -> plan(client, seed)).toList();
    Invalid.when(
        plans.stream().allMatch(plan -> plan.size() == 0),
        "callers: seed %d draws no caller in that time: raise the rate or the duration",
        seed);
    return plans;
  }

  /**
   * How long RPCs take. Those for sessions take the described time, drawn from a seed; others take
   * none.
   */
  public SimulatedTime service(long seed) {
    return creation.withSeed(seed);
  }

  /** When the last caller comes, or ends its last turn if no caller waits, in nanoseconds. */
  public double untilNanos() {
    return callers.stream().mapToDouble(Callers::untilNanos).max().orElse(0);
  }

  private LoadPlan plan(int client, long seed) {
    long own = client == 0 ? seed : SeededDraws.bits(seed, CLIENT_STREAM, client);
    if (callers.size() == 1) {
      return callers.get(0).plan(own);
    }
    List<LoadPlan> plans =
        IntStream.range(0, callers.size())
            .mapToObj(
                i -> callers.get(i).plan(i == 0 ? own : SeededDraws.bits(own, GROUP_STREAM, i)))
            .toList();
    // Sorting keeps the order of the groups for operations of the same moment.
    Operation[] all =
        plans.stream()
            .flatMap(plan -> IntStream.range(0, plan.size()).mapToObj(plan::operation))
            .sorted(Comparator.comparingLong(Operation::arrivalNanos))
            .toArray(Operation[]::new);
    return LoadPlan.open(all.length, i -> all[i]);
  }
}
