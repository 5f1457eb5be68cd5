package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.StretchedTime;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferenceClient;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell of the lab that is measured: played by threads, on a pool of its rule over real RPCs, or
 * on the real client where the rule is the word {@value LabCell#CLIENT}.
 *
 * @param cell the cell
 * @param real whether the pool is the real client's
 */
public record MeasuredCell(LabCell cell, boolean real) implements TrialSpec {
  private static final int MOST_THREADS = 10_000;

  /** SessionPoolOptions of google-cloud-spanner: acquireSessionTimeout. */
  private static final long TIMEOUT_NANOS_OF_THE_CLIENT = 60_000_000_000L;

  /** What only our own pool can be set to. */
  private static final Set<String> OF_OUR_POOL =
      Set.of(LabCell.ORDER, LabCell.SHRINK, LabCell.TIMEOUT.name());

  /**
   * Reads a cell.
   *
   * @param load the name of its load
   * @param words the parameters that are named, and their values
   * @throws IllegalArgumentException if a value is wrong, or the cell can only be played in virtual
   *     time: one line that says what is right
   */
  public static MeasuredCell read(String load, Map<String, String> words) {
    try {
      Map<String, String> complete = MeasuredWords.complete(load, words);
      boolean real = complete.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT).equals(LabCell.CLIENT);
      if (real) {
        OF_OUR_POOL.forEach(name -> refuse(name, complete.getOrDefault(name, LabCell.STANDARD)));
      }
      MeasuredCell read = new MeasuredCell(LabCell.read(load, complete), real);
      // So that a wrong value is told now.
      var unused = read.cell.rule(0);
      read.refuseWhatSetsOurServer(load, complete);
      read.refuseUnknownStart(load, complete);
      read.refuseWhatCannotBePlayed(complete);
      return read;
    } catch (BadInput e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** How long it takes until a pool is filled, and the load begins, virtual time alone knows. */
  private void refuseUnknownStart(String load, Map<String, String> words) {
    String rule = words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
    if (LabCell.strategy(rule) == Strategies.CLAIRVOYANT && cell.fillsFirst()) {
      throw new IllegalArgumentException(
          "%s=%s: must know the load beforehand and when it begins; %s, or use simulate"
              .formatted(
                  LabCell.STRATEGY,
                  rule,
                  load.equals(LabCell.DESCRIBED)
                      ? "say fillsFirst: false of the pool in the file"
                      : "set waitForMinSessions=false"));
    }
  }

  /** How another server behaves is its own affair. */
  private void refuseWhatSetsOurServer(String load, Map<String, String> words) {
    if (cell.options().server().isEmpty()) {
      return;
    }
    Invalid.when(
        load.equals(LabCell.DESCRIBED),
        "server=%s: the file of %s says what the suite's own server does; leave server out",
        words.getOrDefault(TrialParameters.SERVER.name(), ""),
        LabCell.DESCRIBED);
    for (String name : List.of(LabCell.BATCH_LIMIT.name(), LabCell.FAILING.name())) {
      String word = words.getOrDefault(name, LabCell.STANDARD);
      Invalid.when(
          !word.equals(LabCell.STANDARD),
          "%s=%s: says what the suite's own server does and has no meaning with server=%s; leave it out",
          name,
          word,
          words.getOrDefault(TrialParameters.SERVER.name(), ""));
    }
  }

  /** What a file may describe and threads cannot do, or the real client's pool not. */
  private void refuseWhatCannotBePlayed(Map<String, String> words) {
    String file = FileParameters.LOAD + "=" + words.getOrDefault(FileParameters.LOAD, "");
    LoadPlan load = cell.loads().get(0);
    Invalid.when(
        cell.loads().size() > 1,
        "%s: has %d clients that share a service, and one is measured; use simulate",
        file,
        cell.loads().size());
    int threads = load.open() ? load.wantedAtOnce(0) : load.callers();
    Invalid.when(
        threads > MOST_THREADS,
        "%d callers at once need as many threads: must be at most %d; use simulate",
        threads,
        MOST_THREADS);
    Invalid.when(
        real && !canBeTheClients(cell.pool()),
        "%s: its callers wait otherwise than those of the real client, for 60 s; name a rule, as in %s=fixed-step",
        file,
        LabCell.STRATEGY);
  }

  /** Whether the real client's pool refuses callers as one of these options does. */
  public static boolean canBeTheClients(PoolOptions pool) {
    return !pool.failsWhenFull() && pool.acquireTimeoutNanos() == TIMEOUT_NANOS_OF_THE_CLIENT;
  }

  private static void refuse(String name, String value) {
    if (!value.equals(LabCell.STANDARD)) {
      throw new IllegalArgumentException(
          "%s=%s: has no meaning for %s=%s, the real client; name a rule, as in %s=fixed-step"
              .formatted(name, value, LabCell.STRATEGY, LabCell.CLIENT, LabCell.STRATEGY));
    }
  }

  @Override
  public Scenario measured() {
    Scenario like = cell.options().measured();
    SimulatedTime service = cell.service();
    return costing(
        like,
        cell.stretchedLoads().get(0),
        like.mock()
            .withLatencies(like.handicap().slowed(service.latencies()))
            .withCostModel(service.costModel())
            .withBatchLimit(service.batchLimit()),
        cell.faults());
  }

  /** The warm-up of the benchmark that this cell is like, on the pool of this one. */
  @Override
  public Scenario warmup() {
    Scenario like = cell.options().warmup();
    return costing(
        like, like.load(), like.mock().withBatchLimit(cell.service().batchLimit()), FaultPlan.NONE);
  }

  /** How long the iterations of a fork take if nobody waits, in milliseconds: a guess. */
  public double guessMillis(int warmups, int measured) {
    LoadPlan load = cell.stretchedLoads().get(0);
    if (cell.options().workload().benchmarkName().equals("steadyIncrease")) {
      return cell.options().guessMillis(warmups, measured);
    }
    long lastNanos = 0;
    long busyNanos = 0;
    for (int i = 0; i < load.size(); i++) {
      Operation operation = load.operation(i);
      lastNanos = Math.max(lastNanos, operation.arrivalNanos());
      busyNanos += operation.thinkNanos() + operation.holdNanos();
    }
    return (warmups + measured)
        * (lastNanos + (double) busyNanos / load.callers())
        / Nanos.PER_MILLI;
  }

  private Scenario costing(
      Scenario like, LoadPlan load, MockServerOptions server, FaultPlan faults) {
    Function<ServerAddress, PoolUnderTest> ours =
        address ->
            new ReferenceClient(
                cell.pool(),
                cell.rule(0),
                cell.shrinkRule().get(),
                address,
                new StretchedTime(SystemTime.CLOCK, like.timeScale()),
                like.handicap().interceptors());
    return like.costing(load, server, faults, real ? Optional.empty() : Optional.of(ours));
  }

  /**
   * What results hold of a cell: the parameters of its pool, those of its load and its strategies
   * that were named, and the hash of the file of a described load.
   *
   * @param load the name of its load
   * @param named the parameters that are named, and their values
   */
  public static Map<String, String> told(String load, Map<String, String> named) {
    Map<String, String> words = MeasuredWords.complete(load, named);
    words.values().removeIf(LabCell.STANDARD::equals);
    Set<String> unknown = parameters();
    unknown.removeAll(taken(load, words));
    words.keySet().removeAll(unknown);
    Map<String, String> told = TrialParameters.told(load, words);
    told.keySet()
        .removeIf(
            name ->
                unknown.contains(name)
                    || (name.equals(PoolShape.INC_STEP) && !words.containsKey(name)));
    if (load.equals(LabCell.DESCRIBED)) {
      told.computeIfAbsent(
          FileParameters.LOAD_CONTENT,
          hash -> LoadFile.contentHash(words.getOrDefault(FileParameters.LOAD, "")));
    }
    return told;
  }

  /**
   * The names of the parameters that only some loads or rules take, and those of a cell do.
   *
   * @param load the name of its load
   * @param words its parameters, a rule's value spelt out
   */
  public static Set<String> taken(String load, Map<String, String> words) {
    Strategies strategy = LabCell.strategy(words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT));
    Optional<ShrinkStrategies> shrink =
        Optional.ofNullable(words.get(LabCell.SHRINK))
            .filter(name -> !name.equals(LabCell.STANDARD))
            .map(ShrinkStrategies::named);
    Set<String> taken =
        Stream.of(LabLoad.named(load).map(LabLoad::schema), shrink.map(ShrinkStrategies::schema))
            .flatMap(Optional::stream)
            .flatMap(schema -> schema.names().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    taken.addAll(strategy.schema().names());
    if (load.equals(LabCell.DESCRIBED)) {
      taken.add(FileParameters.LOAD);
    }
    return taken;
  }

  /** The names of all parameters that only some loads or rules take. */
  public static Set<String> parameters() {
    Stream<String> names =
        Stream.of(
                Arrays.stream(Strategies.values()).map(Strategies::schema),
                Arrays.stream(ShrinkStrategies.values()).map(ShrinkStrategies::schema),
                Arrays.stream(LabLoad.values()).map(LabLoad::schema))
            .flatMap(all -> all)
            .flatMap(schema -> schema.names().stream());
    return Stream.concat(Stream.of(FileParameters.LOAD), names)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The words of a measured cell, with what is said in short or in a file spelt out. */
  static final class MeasuredWords {
    private static final String BETWEEN = ":";

    private MeasuredWords() {}

    /**
     * Completes the words of a cell.
     *
     * @param load the name of its load
     * @param words the parameters that are named, and their values
     * @throws BadInput if a value is wrong, or stands beside a file that says it
     */
    static Map<String, String> complete(String load, Map<String, String> words) {
      Map<String, String> complete = new TreeMap<>(words);
      spellOut(complete);
      LabCell.described(load, words)
          .ifPresent(
              file -> {
                Map<String, String> said = file.parameters();
                new TreeMap<>(said).keySet().forEach(name -> refuse(name, words, said));
                refuse(FileParameters.PROFILE, words, said);
                TrialParameters.SAID_BY_LOAD.forEach(name -> refuse(name, words, said));
                complete.putAll(said);
              });
      return complete;
    }

    private static void refuse(String name, Map<String, String> words, Map<String, String> said) {
      String word = words.getOrDefault(name, LabCell.STANDARD);
      if (!word.equals(LabCell.STANDARD)
          && !TrialParameters.isStandard(name, word)
          && !word.equals(said.get(name))) {
        throw new BadInput(
            "%s=%s: has no meaning for %s, whose file says it"
                .formatted(name, word, LabCell.DESCRIBED));
      }
    }

    /** A rule with a value of its own, after a colon, as two parameters. */
    private static void spellOut(Map<String, String> words) {
      String word = words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
      if (!word.contains(BETWEEN)) {
        return;
      }
      List<String> parts = List.of(word.split(BETWEEN, -1));
      String rule = parts.get(0);
      if (parts.size() != 3) {
        throw new BadInput(
            "%s=%s: must be a rule, or one with a value as in fixed-step:%s:25"
                .formatted(LabCell.STRATEGY, word, PoolShape.INC_STEP));
      }
      List<String> known = LabCell.strategy(rule).schema().names();
      String name = parts.get(1);
      if (!known.contains(name)) {
        throw BadInput.unknown("parameter of " + rule, name, known);
      }
      String beside = words.getOrDefault(name, LabCell.STANDARD);
      if (!beside.equals(LabCell.STANDARD)) {
        throw new BadInput(
            "%s=%s: %s=%s sets it too".formatted(name, beside, LabCell.STRATEGY, word));
      }
      words.put(LabCell.STRATEGY, rule);
      words.put(name, parts.get(2));
    }
  }
}
