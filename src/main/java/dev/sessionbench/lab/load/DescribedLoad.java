package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.Callers.Extent;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.strategy.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A load with its pool and the cost of sessions: a whole simulation except for the strategies.
 *
 * @param description a description for people
 * @param pool the pool of each client
 * @param creation how long a request for sessions takes
 * @param clients how many clients there are, at least 1; each has a pool and these callers
 * @param callers the groups of callers; threads must be the only group
 */
@RecordBuilder
public record DescribedLoad(
    @Key(is = "what it is, for people") String description,
    @Key(or = "{}", is = "the pool of each client") Pool pool,
    @Key(or = "{millis: 24.5}", is = "what a request for sessions takes") CreationTime creation,
    @Key(range = "[1, 10000]", or = "1", is = "clients, each with a pool") int clients,
    @Key(is = "who comes") List<Callers> callers)
    implements DescribedLoadBuilder.With {
  /** The most operations; more would not fit into memory with their records. */
  static final double MOST_OPERATIONS = 5e6;

  private static final double MOST_DAYS = 3_650;
  private static final double NANOS_PER_DAY = 86_400e9;
  private static final long GROUP_STREAM = 41;
  private static final long CLIENT_STREAM = 42;

  /**
   * The pool of a client.
   *
   * @param minSessions sessions at the start
   * @param maxSessions the most sessions
   * @param numChannels gRPC channels
   * @param acquireTimeoutNanos how long a caller waits, in nanoseconds
   * @param failsWhenFull whether callers fail at once if the pool is full
   * @param fillsFirst whether it is filled to its minimum before the load begins
   */
  public record Pool(
      @Key(range = "[0, )", or = "0", is = "sessions at the start") int minSessions,
      @Key(range = "[1, )", or = "400", is = "the most sessions") int maxSessions,
      @Key(range = "[1, 256]", or = "4", is = "gRPC channels") int numChannels,
      @Key(
              name = "acquireTimeoutMillis",
              range = "(0, 2592000000] ms",
              or = "60000",
              is = "how long a caller waits")
          long acquireTimeoutNanos,
      @Key(or = "false", is = "whether callers fail at once if the pool is full")
          boolean failsWhenFull,
      @Key(or = "true", is = "whether it is filled before anybody comes") boolean fillsFirst) {
    /** Checks the bounds against each other. */
    public Pool {
      var unused = new Limits(minSessions, maxSessions, numChannels);
    }

    /** Its bounds. */
    public Limits limits() {
      return new Limits(minSessions, maxSessions, numChannels);
    }

    /** The same with other bounds, and another time that a caller waits. */
    public Pool within(Limits limits, long timeoutNanos) {
      int min = limits.minSessions();
      int max = limits.maxSessions();
      int channels = limits.numChannels();
      return new Pool(min, max, channels, timeoutNanos, failsWhenFull, fillsFirst);
    }

    /** The settings of the pool. */
    public PoolOptions options() {
      return PoolOptions.waiting(limits(), acquireTimeoutNanos).withFailsWhenFull(failsWhenFull);
    }
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
    double operations =
        clients * callers.stream().map(Callers::extent).mapToDouble(Extent::operations).sum();
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
      long nanos = group.extent().firstNanos();
      long wanted = callers.stream().mapToLong(each -> each.certainAtNanos(nanos)).sum();
      Invalid.when(
          pool.failsWhenFull && wanted > pool.maxSessions,
          "callers: %d want a session after %.0f ms, and with failsWhenFull none waits: must be at most maxSessions (%d)",
          wanted,
          nanos / 1e6,
          pool.maxSessions);
    }
    return this;
  }

  /** Its settings of the pool, as the parameters of a cell. */
  public Map<String, String> parameters() {
    return Map.of(
        TrialParameters.MIN_SESSIONS.name(), Integer.toString(pool.minSessions),
        TrialParameters.MAX_SESSIONS.name(), Integer.toString(pool.maxSessions),
        TrialParameters.NUM_CHANNELS.name(), Integer.toString(pool.numChannels),
        TrialParameters.FILLED.name(), Boolean.toString(pool.fillsFirst),
        TrialParameters.TIME_SCALE.name(), "1");
  }

  /** The highest mean number of sessions in use while callers come at random, in each client. */
  public double meanInUse() {
    return extents().mapToDouble(each -> meanInUseAt((double) each.firstNanos())).max().orElse(0);
  }

  private double meanInUseAt(double nanos) {
    return extents()
        .filter(each -> each.firstNanos() <= nanos && nanos < each.untilNanos())
        .mapToDouble(Extent::meanInUse)
        .sum();
  }

  private Stream<Extent> extents() {
    return callers.stream().map(Callers::extent);
  }

  /**
   * How long callers at random wait in the end if more come than the pool can serve. This is the
   * largest backlog, as the time that serving it takes, in nanoseconds.
   */
  public double backlogNanos() {
    double[] changes =
        extents()
            .flatMapToDouble(each -> DoubleStream.of((double) each.firstNanos(), each.untilNanos()))
            .sorted()
            .toArray();
    double most = pool.maxSessions;
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
    return clients * extents().mapToDouble(Extent::operations).sum();
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

  /** When the last caller comes, or ends its last turn if no caller waits, in nanoseconds. */
  public double untilNanos() {
    return extents().mapToDouble(Extent::untilNanos).max().orElse(0);
  }

  private LoadPlan plan(int client, long seed) {
    long own = client == 0 ? seed : SeededDraws.bits(seed, CLIENT_STREAM, client);
    if (callers.size() == 1) {
      return callers.get(0).plan(own);
    }
    // Sorting keeps the order of the groups for operations of the same moment.
    Operation[] all =
        IntStream.range(0, callers.size())
            .mapToObj(
                i -> callers.get(i).plan(i == 0 ? own : SeededDraws.bits(own, GROUP_STREAM, i)))
            .flatMap(LoadPlan::stream)
            .sorted(Comparator.comparingLong(Operation::arrivalNanos))
            .toArray(Operation[]::new);
    return LoadPlan.open(all.length, i -> all[i]);
  }
}
