package dev.sessionbench.lab.simulate;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.TrialOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.strategy.Foresight;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A cell of the lab, in virtual time or measured. Loads run on a pool with some growth strategy,
 * against a simulated service.
 *
 * @param options what it shares with the cells of the main benchmark
 * @param named the values that are chosen, by name
 * @param filled its loads on pools of the client's own strategy, which like all fills a pool to its
 *     minimum
 */
public record LabCell(TrialOptions options, Map<String, String> named, Simulation filled) {
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
    long seed = server.seed();
    Settings own = Settings.read(OWN, OWN.only(named));
    List<LoadPlan> loads =
        described
            .map(file -> file.plans(seed))
            .or(() -> labLoad.map(lab -> clients(lab, limits, seed, named)))
            .orElseGet(() -> List.of(options.workload().plan(options.size().withTimeScale(1))));
    limits.refuseTooMany(loads.size());
    int batchLimit = Math.min(server.batchLimit(), own.get(TrialParameters.BATCH_LIMIT));
    SimulatedTime ofServer =
        new SimulatedTime(server.latencies(), server.costModel(), seed, batchLimit);
    SimulatedTime service =
        described.map(file -> file.creation().time().withSeed(seed)).orElse(ofServer);
    PoolOptions usual = PoolOptions.waiting(limits, own.nanos(TIMEOUT));
    PoolOptions ofLoad = described.map(file -> file.pool().options()).orElse(usual);
    PoolOptions waiting = named.containsKey(TIMEOUT.name()) ? usual : ofLoad;
    long waitNanos = waiting.acquireTimeoutNanos();
    PoolOptions pool =
        new PoolOptions(limits, own.get(ORDER), waitNanos, ofLoad.failsWhenFull(), seed);
    int timeScale = options.size().timeScale();
    Simulation filled =
        new Simulation(
            loads.stream().map(plan -> plan.stretched(timeScale)).toList(),
            pool,
            () -> Strategies.FIXED_STEP.create(limits, Map.of()),
            Optional::empty,
            service,
            faults(own.get(TrialParameters.FAILING) / 100),
            options.waitForMinSessions(),
            timeScale,
            OptionalLong.empty());
    LabCell cell = new LabCell(options, named, filled);
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
    Schema others = load.equals(DESCRIBED) ? Schema.of(load, FILE) : Schema.of(load);
    Schema ofLoad = LabLoad.named(load).map(LabLoad::schema).orElse(others);
    Schema ofPool = shrinking(named).map(ShrinkStrategies::schema).map(ofLoad::and).orElse(ofLoad);
    return ofPool.and(strategy(named).schema());
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
        filled.pool().limits(),
        strategy.schema().only(named),
        strategy == Strategies.CLAIRVOYANT ? filled.foresight(startNanos) : Foresight.NONE);
  }

  /** Makes the shrink strategy for one pool; empty for never. */
  public Optional<ShrinkStrategy> shrinkStrategy() {
    return shrinking(named)
        .map(shrink -> shrink.create(filled.pool().limits(), shrink.schema().only(named)));
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
      BadInput.when(
          !named.getOrDefault(size, "0").equals("0"),
          "%s=%s: has no meaning for %s, whose size is set by %s",
          size,
          named.get(size),
          lab.benchmarkName(),
          String.join(", ", lab.schema().names()));
    }
    Settings settings = Settings.read(lab.schema(), lab.schema().only(named));
    try {
      List<LoadPlan> loads = lab.clients(limits, settings, seed);
      LoadPlan.refuseTooLarge(
          loads.stream().mapToLong(LoadPlan::size).sum(),
          loads.stream().filter(load -> !load.open()).mapToLong(LoadPlan::callers).sum());
      return loads;
    } catch (IllegalArgumentException e) {
      String values =
          lab.schema().all().stream()
              .map(p -> p.name() + "=" + named.getOrDefault(p.name(), p.standardText()))
              .collect(joining(" "));
      throw new BadInput(
          "%s of maxSessions=%d %s: %s"
              .formatted(lab.benchmarkName(), limits.maxSessions(), values, e.getMessage()),
          e);
    }
  }

  private static FaultPlan faults(double share) {
    FaultEffect fails = FaultEffect.Fail.with(Status.Code.INTERNAL, "the request was to fail");
    FaultRule rule = FaultRule.of(TrialParameters.FAILING.name(), fails, Rpc.BATCH_CREATE_SESSIONS);
    return share == 0 ? FaultPlan.NONE : FaultPlan.of(rule.when(new FaultCondition.Chance(share)));
  }
}
