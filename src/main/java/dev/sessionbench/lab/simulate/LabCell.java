package dev.sessionbench.lab.simulate;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.TrialOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.strategy.Foresight;
import dev.sessionbench.lab.strategy.Foresight.Use;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultCondition;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import io.grpc.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A cell of the lab, in virtual time or measured. Loads run on a pool with some growth strategy,
 * against a simulated service.
 *
 * @param options what it shares with the cells of the main benchmark
 * @param named the values that are chosen, by name
 * @param loads the load of each client, at least one, in unstretched times
 * @param pool the settings of each client's pool
 * @param service how long RPCs take, stretched
 * @param faults how the service fails, from the start of the load on
 */
public record LabCell(
    TrialOptions options,
    Map<String, String> named,
    List<LoadPlan> loads,
    PoolOptions pool,
    SimulatedTime service,
    FaultPlan faults) {
  /** The parameter that names the growth strategy. */
  public static final String STRATEGY = "strategy";

  /** The value for the strategy of the client that the suite is built with; the default. */
  public static final String CLIENT = "client";

  /** The name of a load that a file describes. */
  public static final String DESCRIBED = "described";

  /** The parameter that names the shrink strategy. */
  public static final String SHRINK = "shrink";

  /** The value for the default, as if the parameter were not named. */
  public static final String STANDARD = "standard";

  /** How long a caller waits. */
  public static final Parameter<Integer> TIMEOUT =
      Parameter.whole(
          "acquireTimeoutMillis", 60_000, 1, 86_400_000, "how long a caller waits for a session");

  private static final Parameter<IdleOrder> ORDER =
      Parameter.oneOf("idleOrder", IdleOrder.LIFO, "the idle session to acquire first");
  private static final Parameter<String> FILE =
      Parameter.text(FileParameters.LOAD, STANDARD, "a file that describes a load");

  /** The parameters of every cell in addition to those of the main benchmark. */
  public static final Schema OWN =
      Schema.of("a cell", ORDER, TIMEOUT, TrialParameters.BATCH_LIMIT, TrialParameters.FAILING);

  /** Parameters that only the pool of this suite has, not that of the real client. */
  static final List<String> OF_OUR_POOL = List.of(ORDER.name(), SHRINK, TIMEOUT.name());

  /**
   * Reads a cell.
   *
   * @param load the name of its load
   * @param values the values of the named parameters, by name
   * @throws IllegalArgumentException if a value is wrong: one line that names it and what is right
   * @throws BadInput likewise
   */
  public static LabCell read(String load, Map<String, String> values) {
    Map<String, String> named = new TreeMap<>(values);
    named.values().removeIf(STANDARD::equals);
    Optional<LabLoad> labLoad = LabLoad.named(load);
    Optional<DescribedLoad> described = described(load, named);
    TrialOptions options = TrialParameters.read(workload(load), named);
    Scenario scenario = options.measured();
    Limits limits = Limits.of(scenario.shape());
    MockServerOptions server = scenario.mock();
    Settings own = Settings.read(OWN, OWN.only(named));
    List<LoadPlan> loads =
        described
            .map(file -> file.plans(server.seed()))
            .or(() -> labLoad.map(lab -> clients(lab, limits, server.seed(), named)))
            .orElseGet(() -> List.of(options.workload().plan(options.size().withTimeScale(1))));
    limits.refuseTooMany(loads.size());
    SimulatedTime service =
        described
            .map(file -> file.service(server.seed()))
            .orElseGet(
                () ->
                    new SimulatedTime(
                        server.latencies(),
                        server.costModel(),
                        server.seed(),
                        Math.min(server.batchLimit(), own.get(TrialParameters.BATCH_LIMIT))));
    Optional<PoolOptions> ofFile = described.map(DescribedLoad::pool);
    LabCell cell =
        new LabCell(
            options,
            named,
            loads,
            new PoolOptions(
                limits,
                own.get(ORDER),
                ofFile
                    .filter(file -> !named.containsKey(TIMEOUT.name()))
                    .map(PoolOptions::acquireTimeoutNanos)
                    .orElseGet(() -> own.nanos(TIMEOUT)),
                ofFile.map(PoolOptions::failsWhenFull).orElse(false),
                server.seed()),
            service,
            faults(own.get(TrialParameters.FAILING) / 100));
    // Finds wrong values early.
    var unusedGrowth = cell.strategy();
    var unusedShrinking = cell.shrinkStrategy();
    return cell;
  }

  /**
   * The parameters of a cell that only some loads or strategies take.
   *
   * @param load the name of its load
   * @param named the values that are chosen, by name
   */
  static Schema schema(String load, Map<String, String> named) {
    Schema ofLoad =
        LabLoad.named(load)
            .map(LabLoad::schema)
            .orElse(load.equals(DESCRIBED) ? Schema.of(load, FILE) : Schema.of(load));
    Schema ofPool = shrinking(named).map(ShrinkStrategies::schema).map(ofLoad::and).orElse(ofLoad);
    return ofPool.and(strategy(named).schema());
  }

  /** The loads in stretched times, as they are played. */
  public List<LoadPlan> stretchedLoads() {
    return loads.stream().map(load -> load.stretched(timeScale())).toList();
  }

  /**
   * Makes the strategy for one pool that serves the load of this cell.
   *
   * @param startNanos when the load begins, in unstretched nanoseconds from the opening of the pool
   * @throws BadInput if a parameter is wrong, or the strategy needs to know the load and cannot
   */
  public GrowthStrategy growthStrategy(long startNanos) {
    Strategies strategy = strategy();
    return strategy.create(
        pool.limits(),
        strategy.schema().only(named),
        strategy == Strategies.CLAIRVOYANT && loads.size() == 1
            ? KnownLoad.of(loads.get(0), startNanos, service, timeScale())
            : Foresight.NONE);
  }

  /** Makes the shrink strategy for one pool; empty for never. */
  public Optional<ShrinkStrategy> shrinkStrategy() {
    return shrinking(named)
        .map(shrink -> shrink.create(pool.limits(), shrink.schema().only(named)));
  }

  /** The client's own strategy with its own step; like all, it fills a pool to its minimum. */
  public GrowthStrategy strategyOfTheClient() {
    return Strategies.FIXED_STEP.create(pool.limits(), Map.of());
  }

  /** The factor by which all times of the load and the service are multiplied. */
  public int timeScale() {
    return options.size().timeScale();
  }

  /** Whether the pools are filled to their minimum before the clock starts. */
  public boolean fillsFirst() {
    return options.waitForMinSessions();
  }

  /** The strategy by which its pools grow. */
  public Strategies strategy() {
    return strategy(named);
  }

  /** Whether the strategy is named {@value #CLIENT}, that of the real client. */
  boolean isTheClients() {
    return named.getOrDefault(STRATEGY, CLIENT).equals(CLIENT);
  }

  /** The connection pool whose name stands for the strategy; empty for another strategy. */
  Optional<ConnectionPool> connectionPool() {
    return ConnectionPool.find(named.getOrDefault(STRATEGY, CLIENT));
  }

  /**
   * Finds the strategy by its value: its name, {@value #CLIENT}, or a connection pool that has it.
   *
   * @throws BadInput if there is no such strategy
   */
  public static Strategies strategy(String word) {
    return word.equals(CLIENT)
        ? Strategies.FIXED_STEP
        : ConnectionPool.find(word).map(Strategies::of).orElseGet(() -> Strategies.named(word));
  }

  /** The strategy that the values name. */
  static Strategies strategy(Map<String, String> named) {
    return strategy(named.getOrDefault(STRATEGY, CLIENT));
  }

  private static Optional<ShrinkStrategies> shrinking(Map<String, String> named) {
    return Optional.ofNullable(named.get(SHRINK))
        .filter(name -> !name.equals(STANDARD))
        .map(ShrinkStrategies::named);
  }

  /**
   * The described load of the named file; empty for a load that no file describes.
   *
   * @throws BadInput if the file is wrong, or has changed since the plan
   */
  static Optional<DescribedLoad> described(String load, Map<String, String> named) {
    if (!load.equals(DESCRIBED)) {
      return Optional.empty();
    }
    String file = named.getOrDefault(FileParameters.LOAD, STANDARD);
    if (file.equals(STANDARD)) {
      throw new BadInput(
          "%s=%s: must be a file that describes a load".formatted(FileParameters.LOAD, file));
    }
    String planned = named.get(FileParameters.LOAD_CONTENT);
    return Optional.of(
        planned == null ? LoadFile.read(file) : LoadFile.readUnchanged(file, planned));
  }

  /** One of the four loads. A load of the lab shares all but the load with a burst of reads. */
  private static Workload workload(String load) {
    return Workload.ORIGINAL.stream()
        .filter(w -> w.benchmarkName().equals(load))
        .findFirst()
        .orElse(Workload.BURST_READ);
  }

  private static List<LoadPlan> clients(
      LabLoad lab, Limits limits, long seed, Map<String, String> named) {
    for (String size :
        List.of(TrialParameters.OPERATIONS.name(), TrialParameters.CONCURRENCY.name())) {
      if (!named.getOrDefault(size, "0").equals("0")) {
        throw new BadInput(
            "%s=%s: has no meaning for %s, whose size is set by %s"
                .formatted(
                    size,
                    named.get(size),
                    lab.benchmarkName(),
                    String.join(", ", lab.schema().names())));
      }
    }
    Settings settings = Settings.read(lab.schema(), lab.schema().only(named));
    try {
      List<LoadPlan> loads = lab.clients(limits, settings, seed);
      LoadPlan.refuseTooLarge(
          loads.stream().mapToLong(LoadPlan::size).sum(),
          loads.stream().filter(load -> !load.open()).mapToLong(LoadPlan::callers).sum());
      return loads;
    } catch (IllegalArgumentException e) {
      throw new BadInput(
          "%s of maxSessions=%d %s: %s"
              .formatted(
                  lab.benchmarkName(),
                  limits.maxSessions(),
                  lab.schema().all().stream()
                      .map(p -> p.name() + "=" + named.getOrDefault(p.name(), p.standardText()))
                      .collect(joining(" ")),
                  e.getMessage()),
          e);
    }
  }

  private static FaultPlan faults(double share) {
    return share == 0
        ? FaultPlan.NONE
        : FaultPlan.of(
            FaultRule.of(
                    TrialParameters.FAILING.name(),
                    FaultEffect.Fail.with(Status.Code.INTERNAL, "the request was to fail"),
                    Rpc.BATCH_CREATE_SESSIONS)
                .when(new FaultCondition.Chance(share)));
  }

  /** What a bound may know of a load: everything, if waits do not change when operations come. */
  static final class KnownLoad {
    private static final int LOOKED_AT = 1_000;

    private KnownLoad() {}

    /**
     * The uses of sessions that a load makes if no caller waits.
     *
     * @param load the load
     * @param startNanos when it begins, in nanoseconds from the opening of the pool
     * @param service decides how long an operation's RPC takes: the n-th operation has the n-th
     *     draw
     * @param timeScale the factor by which the service's times are multiplied; the load's are not
     * @return empty for a closed loop, since waits then decide
     */
    static Foresight of(LoadPlan load, long startNanos, SimulatedTime service, int timeScale) {
      // The sort keeps the order of operations that come at one moment.
      List<Operation> byArrival =
          IntStream.range(0, load.size())
              .mapToObj(load::operation)
              .sorted(Comparator.comparingLong(KnownLoad::wantedNanos))
              .toList();
      if (!load.open()
          || byArrival.stream().anyMatch(o -> o.kind() != Operation.Kind.READ || o.keeps())) {
        return Foresight.NONE;
      }
      List<Use> uses =
          IntStream.range(0, load.size())
              .mapToObj(
                  n ->
                      new Use(
                          startNanos + wantedNanos(byArrival.get(n)),
                          service.nanos(Rpc.EXECUTE_STREAMING_SQL, n, 0, 1) / timeScale
                              + byArrival.get(n).holdNanos()))
              .toList();
      return new Foresight(uses, longestCreationNanos(service) / timeScale);
    }

    private static long wantedNanos(Operation operation) {
      return operation.arrivalNanos() + operation.thinkNanos();
    }

    private static long longestCreationNanos(SimulatedTime service) {
      return LongStream.range(0, LOOKED_AT)
          .map(
              i ->
                  service.nanos(
                      Rpc.BATCH_CREATE_SESSIONS,
                      i,
                      PoolShape.SERVICE_BATCH_LIMIT,
                      /* inProgress= */ 1))
          .max()
          .orElse(0);
    }
  }
}
