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
import dev.sessionbench.base.results.Cell;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A cell of the lab, whatever plays it: loads on a pool of some rule against a simulated service.
 *
 * @param options what it shares with the cells of the main benchmark
 * @param loads the load of each client, at least one, in times that are not stretched
 * @param pool what each client's pool is set to
 * @param strategy the rule of growth
 * @param chosen the rule's parameters that are named
 * @param shrinkRule makes the rule of shrinking for a pool; nothing for never
 * @param service how long RPCs take, stretched
 * @param faults how the service goes wrong from the start of the load on
 */
public record LabCell(
    TrialOptions options,
    List<LoadPlan> loads,
    PoolOptions pool,
    Strategies strategy,
    Map<String, String> chosen,
    Supplier<Optional<ShrinkStrategy>> shrinkRule,
    SimulatedTime service,
    FaultPlan faults) {
  /** Names the rule of growth. */
  public static final String STRATEGY = "strategy";

  /** The word for the rule of the client that the suite is built with; so is no word at all. */
  public static final String CLIENT = "client";

  /** The load that a file describes. */
  public static final String DESCRIBED = "described";

  /** Names the rule of shrinking. */
  public static final String SHRINK = "shrink";

  /** Says which idle session is lent first. */
  public static final String ORDER = "idleOrder";

  /** Stands for whatever is standard, as if the parameter were not named. */
  public static final String STANDARD = "standard";

  /** How long a caller waits. */
  public static final Parameter<Integer> TIMEOUT =
      Parameter.whole(
          "acquireTimeoutMillis", 60_000, 1, 86_400_000, "how long a caller waits for a session");

  static final Parameter<Integer> BATCH_LIMIT =
      Parameter.whole("batchLimit", 100, 1, 100, "sessions that a request creates at most");
  static final Parameter<Double> FAILING =
      Parameter.real("failPercent", 0, 0, 100, "requests for sessions that fail");

  /** What every cell has beside what one of the main benchmark has. */
  public static final Schema OWN = Schema.of("a cell", TIMEOUT, BATCH_LIMIT, FAILING);

  /**
   * Reads a cell.
   *
   * @param load the name of its load
   * @param words the parameters that are named, and their values
   * @throws IllegalArgumentException if a value is wrong: one line that names it and what is right
   * @throws BadInput likewise
   */
  public static LabCell read(String load, Map<String, String> words) {
    Map<String, String> named = new TreeMap<>(words);
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
    Strategies strategy = strategy(named.getOrDefault(STRATEGY, CLIENT));
    Map<String, String> chosen = strategy.schema().only(named);
    SimulatedTime service =
        described
            .map(file -> file.service(server.seed()))
            .orElseGet(
                () ->
                    new SimulatedTime(
                        server.latencies(),
                        server.costModel(),
                        server.seed(),
                        Math.min(server.batchLimit(), own.get(BATCH_LIMIT))));
    Optional<PoolOptions> ofFile = described.map(DescribedLoad::pool);
    Optional<ShrinkStrategies> shrink =
        Optional.ofNullable(named.get(SHRINK)).map(ShrinkStrategies::named);
    shrink.ifPresent(rule -> rule.create(limits, rule.schema().only(named)));
    return new LabCell(
        options,
        loads,
        new PoolOptions(
            limits,
            order(named),
            ofFile
                .filter(file -> !named.containsKey(TIMEOUT.name()))
                .map(PoolOptions::acquireTimeoutNanos)
                .orElseGet(() -> own.nanos(TIMEOUT)),
            ofFile.map(PoolOptions::failsWhenFull).orElse(false),
            server.seed()),
        strategy,
        chosen,
        () -> shrink.map(rule -> rule.create(limits, rule.schema().only(named))),
        service,
        faults(own.get(FAILING) / 100));
  }

  /** The loads as they are played. */
  public List<LoadPlan> stretchedLoads() {
    return loads.stream().map(load -> load.stretched(timeScale())).toList();
  }

  /**
   * The rule of growth for one pool that serves the load of this cell.
   *
   * @param startNanos when the load begins, in nanoseconds from the opening of the pool, in times
   *     that are not stretched
   * @throws BadInput if a parameter is wrong, or the rule must know more of the load than can be
   */
  public GrowthStrategy rule(long startNanos) {
    return strategy.create(
        pool.limits(),
        chosen,
        strategy == Strategies.CLAIRVOYANT && loads.size() == 1
            ? KnownLoad.of(loads.get(0), startNanos, service, timeScale())
            : Foresight.NONE);
  }

  /** The client's own rule with its own step, which fills a pool to its minimum as all do. */
  public GrowthStrategy ruleOfTheClient() {
    return Strategies.FIXED_STEP.create(pool.limits(), Map.of());
  }

  /** What all times of the load and the service are multiplied by. */
  public int timeScale() {
    return options.size().timeScale();
  }

  /** Whether the pools are filled to their minimum before the clock starts. */
  public boolean fillsFirst() {
    return options.waitForMinSessions();
  }

  /**
   * The rule that a word names.
   *
   * @throws BadInput if there is none
   */
  public static Strategies strategy(String word) {
    return word.equals(CLIENT) ? Strategies.FIXED_STEP : Strategies.named(word);
  }

  /** The strategy by which a cell's pool grows. */
  static Strategies strategyOf(Cell cell) {
    return strategy(cell.params().getOrDefault(STRATEGY, CLIENT));
  }

  /**
   * What the file says that is named; nothing for a load that no file describes.
   *
   * @throws BadInput if it says something wrong, or no longer what it said when this was planned
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

  /** One of the four loads; a load of the lab shares all but the load with a burst of reads. */
  private static Workload workload(String load) {
    return Arrays.stream(Workload.values())
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

  private static IdleOrder order(Map<String, String> named) {
    return Arrays.stream(IdleOrder.values())
        .filter(order -> order.toString().equals(named.getOrDefault(ORDER, "lifo")))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "%s=%s: must be one of %s"
                        .formatted(ORDER, named.get(ORDER), Arrays.toString(IdleOrder.values()))));
  }

  private static FaultPlan faults(double share) {
    return share == 0
        ? FaultPlan.NONE
        : FaultPlan.of(
            FaultRule.of(
                    "failPercent",
                    FaultEffect.Fail.with(Status.Code.INTERNAL, "the request was to fail"),
                    Rpc.BATCH_CREATE_SESSIONS)
                .when(new FaultCondition.Chance(share)));
  }

  /**
   * What a bound may know of a load: all of one whose operations come whatever becomes of others.
   */
  static final class KnownLoad {
    private static final int LOOKED_AT = 1_000;

    private KnownLoad() {}

    /**
     * The uses of sessions that a load makes if nobody waits.
     *
     * @param load the load
     * @param startNanos when it begins, in nanoseconds from the opening of the pool
     * @param service decides how long an operation's RPC takes: the n-th to come has the n-th draw
     * @param timeScale what the service's times have been multiplied by, and the load's have not
     * @return nothing known where callers do one thing after the other, as then waits decide
     */
    static Foresight of(LoadPlan load, long startNanos, SimulatedTime service, int timeScale) {
      boolean open =
          load.open()
              && IntStream.range(0, load.size())
                  .mapToObj(load::operation)
                  .allMatch(o -> o.kind() == Operation.Kind.READ && !o.keeps());
      if (!open) {
        return Foresight.NONE;
      }
      int[] byArrival =
          IntStream.range(0, load.size())
              .boxed()
              .sorted((a, b) -> Long.compare(wantedNanos(load, a), wantedNanos(load, b)))
              .mapToInt(i -> i)
              .toArray();
      List<Use> uses =
          IntStream.range(0, load.size())
              .mapToObj(
                  n ->
                      new Use(
                          startNanos + wantedNanos(load, byArrival[n]),
                          service.nanos(Rpc.EXECUTE_STREAMING_SQL, n, 0, 1) / timeScale
                              + load.operation(byArrival[n]).holdNanos()))
              .toList();
      return new Foresight(uses, longestCreationNanos(service) / timeScale);
    }

    private static long wantedNanos(LoadPlan load, int i) {
      return load.operation(i).arrivalNanos() + load.operation(i).thinkNanos();
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
