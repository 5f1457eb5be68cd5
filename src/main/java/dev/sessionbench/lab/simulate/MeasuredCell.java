package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource.StretchedTime;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferenceClient;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A measured cell of the lab: threads play it over real RPCs. It uses a pool with the cell's
 * strategy, or the real client's pool if the strategy is {@value LabCell#CLIENT}.
 *
 * @param cell the cell
 */
public record MeasuredCell(LabCell cell) implements TrialSpec {
  private static final int MOST_THREADS = 10_000;

  /** SessionPoolOptions of google-cloud-spanner: acquireSessionTimeout. */
  private static final long TIMEOUT_NANOS_OF_THE_CLIENT = 60_000_000_000L;

  /** Separates a strategy, a parameter of it and the value in one value. */
  private static final String BETWEEN = ":";

  /**
   * Reads a cell.
   *
   * @param load the name of its load
   * @param values the values of the named parameters, by name
   * @throws IllegalArgumentException if a value is wrong, or the cell can only be played in virtual
   *     time: one line that says what is right
   */
  public static MeasuredCell read(String load, Map<String, String> values) {
    try {
      LabCell cell = LabCell.read(load, complete(load, values));
      // Finds a wrong value early.
      var unused = cell.growthStrategy(0);
      refuse(cell, load.equals(LabCell.DESCRIBED));
      return new MeasuredCell(cell);
    } catch (BadInput e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Refuses what needs virtual time, the suite's own pool or its own server. */
  private static void refuse(LabCell cell, boolean described) {
    Map<String, String> named = cell.named();
    cell.connectionPool().ifPresent(pool -> refuse(cell, pool));
    if (cell.isTheClients()) {
      refuseEach(
          LabCell.OF_OUR_POOL,
          named,
          "has no meaning for strategy=client, the real client; name a strategy, as in strategy=fixed-step");
    }
    if (cell.options().server().isPresent()) {
      String server = "server=" + named.get(TrialParameters.SERVER.name());
      BadInput.when(
          described,
          "%s: the file of described says what the suite's own server does; leave server out",
          server);
      refuseEach(
          List.of(TrialParameters.BATCH_LIMIT.name(), TrialParameters.FAILING.name()),
          named,
          "says what the suite's own server does and has no meaning with %s; leave it out"
              .formatted(server));
    }
    // Only virtual time knows when the pool is full and the load begins.
    BadInput.when(
        cell.strategy() == Strategies.CLAIRVOYANT && cell.filled().fillsFirst(),
        "strategy=%s: must know the load beforehand and when it begins; %s, or use simulate",
        cell.strategy(),
        described
            ? "say fillsFirst: false of the pool in the file"
            : "set waitForMinSessions=false");
    String file = "load=" + named.get(FileParameters.LOAD);
    int clients = cell.filled().loads().size();
    BadInput.when(
        clients > 1,
        "%s: has %d clients that share a service, and one is measured; use simulate",
        file,
        clients);
    LoadPlan load = cell.filled().loads().get(0);
    int threads = load.open() ? load.wantedAtOnce(0) : load.callers();
    BadInput.when(
        threads > MOST_THREADS,
        "%d callers at once need as many threads: must be at most %d; use simulate",
        threads,
        MOST_THREADS);
    BadInput.when(
        cell.isTheClients() && !canBeTheClients(cell.filled().pool()),
        "%s: its callers wait otherwise than those of the real client, for 60 s; name a strategy, as in strategy=fixed-step",
        file);
  }

  private static void refuse(LabCell cell, ConnectionPool pool) {
    String why = "has no meaning for strategy=%s, a real pool; leave it out".formatted(pool.name());
    refuseEach(List.of("idleOrder", LabCell.SHRINK), cell.named(), why);
    BadInput.when(
        cell.filled().pool().failsWhenFull(),
        "load=%s: failsWhenFull has no meaning for strategy=%s, whose callers wait; leave it out",
        cell.named().getOrDefault(FileParameters.LOAD, ""),
        pool.name());
    pool.check(settings(cell, pool, cell.filled().timeScale()));
  }

  private static void refuseEach(List<String> names, Map<String, String> named, String why) {
    for (String name : names) {
      BadInput.when(named.containsKey(name), "%s=%s: %s", name, named.get(name), why);
    }
  }

  /** Whether the real client's pool refuses callers as these options say. */
  public static boolean canBeTheClients(PoolOptions pool) {
    return !pool.failsWhenFull() && pool.acquireTimeoutNanos() == TIMEOUT_NANOS_OF_THE_CLIENT;
  }

  @Override
  public Scenario measured() {
    Scenario like = cell.options().measured();
    Simulation filled = cell.filled();
    MockServerOptions server =
        like.mock()
            .withLatencies(filled.service().latencies())
            .withCostModel(filled.service().costModel())
            .withBatchLimit(filled.service().batchLimit());
    return costing(like, filled.loads().get(0), server, filled.faults());
  }

  /** The warm-up of the benchmark that this cell resembles, on the pool of this cell. */
  @Override
  public Scenario warmup() {
    Scenario like = cell.options().warmup();
    int batchLimit = cell.filled().service().batchLimit();
    return costing(like, like.load(), like.mock().withBatchLimit(batchLimit), FaultPlan.NONE);
  }

  /** Estimates how long the iterations of a fork take if no caller waits, in milliseconds. */
  public double guessMillis(int warmups, int measured) {
    LoadPlan load = cell.filled().loads().get(0);
    if (cell.options().workload() == Workload.STEADY_INCREASE) {
      return cell.options().guessMillis(warmups, measured);
    }
    long lastNanos = load.stream().mapToLong(Operation::arrivalNanos).max().orElse(0);
    long busyNanos = load.stream().mapToLong(o -> o.thinkNanos() + o.holdNanos()).sum();
    double nanos = lastNanos + (double) busyNanos / load.callers();
    return (warmups + measured) * nanos / Nanos.PER_MILLI;
  }

  private Scenario costing(
      Scenario like, LoadPlan load, MockServerOptions server, FaultPlan faults) {
    Function<ServerAddress, PoolUnderTest> ours =
        address ->
            cell.connectionPool()
                .map(pool -> real(pool, like, address))
                .orElseGet(() -> reference(like, address));
    return like.costing(
        load, server, faults, cell.isTheClients() ? Optional.empty() : Optional.of(ours));
  }

  private PoolUnderTest reference(Scenario like, ServerAddress address) {
    return new ReferenceClient(
        cell.filled().pool(),
        cell.growthStrategy(0),
        cell.shrinkStrategy(),
        address,
        new StretchedTime(SystemTime.CLOCK, like.timeScale()),
        List.of());
  }

  private PoolUnderTest real(ConnectionPool pool, Scenario like, ServerAddress address) {
    Limits limits = cell.filled().pool().limits();
    Schema strategy = cell.strategy().schema();
    Settings chosen = Settings.read(strategy, strategy.only(cell.named()));
    int increment = chosen.has(Strategies.INCREMENT) ? chosen.get(Strategies.INCREMENT) : 1;
    return pool.build(
        new PoolShape(limits.minSessions(), limits.maxSessions(), increment, limits.numChannels()),
        settings(cell, pool, like.timeScale()),
        address,
        new Attempts());
  }

  private static Settings settings(LabCell cell, ConnectionPool pool, int timeScale) {
    long millis = TimeUnit.NANOSECONDS.toMillis(cell.filled().pool().acquireTimeoutNanos());
    String timeout = Long.toString(Math.max(1, millis * timeScale));
    return Settings.read(pool.schema(), Map.of(ConnectionPool.ACQUIRE_TIMEOUT.name(), timeout));
  }

  /**
   * The parameters that results record. These are the parameters of the pool, and the named ones of
   * the load and its strategies. A described load adds the hash of its file.
   *
   * @param load the name of its load
   * @param named the parameters that are named, and their values
   */
  public static Map<String, String> recorded(String load, Map<String, String> named) {
    Map<String, String> values = complete(load, named);
    values.values().removeIf(LabCell.STANDARD::equals);
    Set<String> ofSome = parameters();
    Set<String> taken = taken(load, values);
    values.keySet().removeIf(name -> ofSome.contains(name) && !taken.contains(name));
    Map<String, String> recorded = TrialParameters.recorded(load, values);
    recorded.keySet().removeIf(name -> ofSome.contains(name) && !values.containsKey(name));
    if (load.equals(LabCell.DESCRIBED)) {
      recorded.computeIfAbsent(
          FileParameters.LOAD_CONTENT,
          hash -> LoadFile.contentHash(values.getOrDefault(FileParameters.LOAD, "")));
    }
    return recorded;
  }

  /**
   * The names of the parameters of a cell that only some loads or strategies take.
   *
   * @param load the name of its load
   * @param values its parameters, with a strategy's value spelled out
   */
  public static Set<String> taken(String load, Map<String, String> values) {
    return new TreeSet<>(LabCell.schema(load, values).names());
  }

  /** The names of all parameters that only some loads or strategies take. */
  public static Set<String> parameters() {
    Set<String> names = new TreeSet<>(Set.of(FileParameters.LOAD));
    Stream.of(Strategies.values()).forEach(each -> names.addAll(each.schema().names()));
    Stream.of(ShrinkStrategies.values()).forEach(each -> names.addAll(each.schema().names()));
    Stream.of(LabLoad.values()).forEach(each -> names.addAll(each.schema().names()));
    return names;
  }

  /**
   * The values of a measured cell, with short forms and the values of a file spelled out.
   *
   * @throws BadInput if a value is wrong, or is given both by itself and in a file
   */
  private static Map<String, String> complete(String load, Map<String, String> values) {
    Map<String, String> complete = spelledOut(values);
    Optional<DescribedLoad> described = LabCell.described(load, values);
    if (described.isPresent()) {
      Map<String, String> said = described.get().parameters();
      Set<String> names = new TreeSet<>(said.keySet());
      names.add(FileParameters.PROFILE);
      names.addAll(TrialParameters.SAID_BY_LOAD);
      for (String name : names) {
        String word = values.getOrDefault(name, LabCell.STANDARD);
        boolean isLeftOut = word.equals(LabCell.STANDARD) || TrialParameters.isStandard(name, word);
        BadInput.when(
            !isLeftOut && !word.equals(said.get(name)),
            "%s=%s: has no meaning for described, whose file sets it",
            name,
            word);
      }
      complete.putAll(said);
    }
    return complete;
  }

  /** Splits a strategy with a value after a colon into two parameters. */
  private static Map<String, String> spelledOut(Map<String, String> values) {
    Map<String, String> complete = new TreeMap<>(values);
    String word = values.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
    List<String> parts = List.of(word.split(BETWEEN, -1));
    if (parts.size() == 1) {
      return complete;
    }
    BadInput.when(
        parts.size() != 3,
        "strategy=%s: must be a strategy, or one with a value as in fixed-step:incStep:25",
        word);
    String strategy = parts.get(0);
    String name = parts.get(1);
    Schema schema = LabCell.strategy(strategy).schema();
    if (schema.find(name).isEmpty()) {
      throw BadInput.unknown("parameter of " + strategy, name, schema.names());
    }
    String beside = values.getOrDefault(name, LabCell.STANDARD);
    BadInput.when(
        !beside.equals(LabCell.STANDARD), "%s=%s: strategy=%s sets it too", name, beside, word);
    complete.putAll(Map.of(LabCell.STRATEGY, strategy, name, parts.get(2)));
    return complete;
  }
}
