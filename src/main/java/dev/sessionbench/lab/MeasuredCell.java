package dev.sessionbench.lab;

import dev.sessionbench.client.PoolUnderTest;
import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.Operation;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.model.StretchedTime;
import dev.sessionbench.model.SystemTime;
import dev.sessionbench.pool.grpc.ReferenceClient;
import dev.sessionbench.strategy.catalogue.Parameter;
import dev.sessionbench.strategy.catalogue.ShrinkRules;
import dev.sessionbench.strategy.catalogue.Strategies;
import dev.sessionbench.trial.Scenario;
import dev.sessionbench.trial.TrialSpec;
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
  private static final double NANOS_PER_MILLI = 1e6;

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
    boolean real = words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT).equals(LabCell.CLIENT);
    if (real) {
      OF_OUR_POOL.forEach(name -> refuse(name, words.getOrDefault(name, LabCell.STANDARD)));
    }
    try {
      MeasuredCell read = new MeasuredCell(LabCell.read(load, words), real);
      // So that a wrong value is told now.
      var unused = read.cell.rule(0);
      read.refuseUnknownStart(words);
      return read;
    } catch (BadInput e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** How long it takes to fill a pool is known in virtual time alone. */
  private void refuseUnknownStart(Map<String, String> words) {
    String rule = words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
    if (LabCell.strategy(rule) == Strategies.CLAIRVOYANT
        && cell.fillsFirst()
        && cell.pool().limits().minSessions() > 0) {
      throw new IllegalArgumentException(
          "%s=%s: must know the load beforehand and when it begins; set minSessions=0, or use simulate"
              .formatted(LabCell.STRATEGY, rule));
    }
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
    return costing(cell.options().measured(), cell.stretchedLoads().get(0), cell.faults());
  }

  /** The warm-up of the benchmark that this cell is like, on the pool of this one. */
  @Override
  public Scenario warmup() {
    Scenario like = cell.options().warmup();
    return costing(like, like.load(), FaultPlan.NONE);
  }

  /** How long one run takes if nobody waits, in milliseconds: a guess. */
  public double guessMillis() {
    LoadPlan load = cell.stretchedLoads().get(0);
    if (cell.options().workload().benchmarkName().equals("steadyIncrease")) {
      return cell.options().guessMillis();
    }
    long lastNanos = 0;
    long busyNanos = 0;
    for (int i = 0; i < load.size(); i++) {
      Operation operation = load.operation(i);
      lastNanos = Math.max(lastNanos, operation.arrivalNanos());
      busyNanos += operation.thinkNanos() + operation.holdNanos();
    }
    return (lastNanos + (double) busyNanos / load.callers()) / NANOS_PER_MILLI;
  }

  private Scenario costing(Scenario like, LoadPlan load, FaultPlan faults) {
    Function<ServerAddress, PoolUnderTest> ours =
        address ->
            new ReferenceClient(
                cell.pool(),
                cell.rule(0),
                cell.shrinkRule().get(),
                address,
                new StretchedTime(SystemTime.CLOCK, like.timeScale()),
                like.handicap().interceptors());
    return like.costing(
        load, cell.service().batchLimit(), faults, real ? Optional.empty() : Optional.of(ours));
  }

  /**
   * The parameters that tell a cell from others: none that is standard, or that neither its load
   * nor its rules take.
   *
   * @param load the name of its load
   * @param words the value of every parameter by name, as {@code TrialParameters.identity} left
   *     them
   */
  public static Map<String, String> identity(String load, Map<String, String> words) {
    Strategies strategy = LabCell.strategy(words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT));
    Optional<ShrinkRules> shrink =
        Optional.ofNullable(words.get(LabCell.SHRINK))
            .filter(name -> !name.equals(LabCell.STANDARD))
            .map(ShrinkRules::named);
    Set<String> taken =
        Stream.of(
                LabLoad.named(load).map(LabLoad::parameters).orElse(List.of()),
                strategy.parameters(),
                shrink.map(ShrinkRules::parameters).orElse(List.of()))
            .flatMap(List::stream)
            .map(Parameter::name)
            .collect(Collectors.toSet());
    Set<String> ofSome = parameters();
    Map<String, String> telling = new TreeMap<>(words);
    telling
        .entrySet()
        .removeIf(
            word ->
                word.getValue().equals(LabCell.STANDARD)
                    || (ofSome.contains(word.getKey()) && !taken.contains(word.getKey())));
    return telling;
  }

  /** The names of all parameters that only some loads or rules take. */
  public static Set<String> parameters() {
    return Stream.of(
            Arrays.stream(Strategies.values()).map(Strategies::parameters),
            Arrays.stream(ShrinkRules.values()).map(ShrinkRules::parameters),
            Arrays.stream(LabLoad.values()).map(LabLoad::parameters))
        .flatMap(all -> all)
        .flatMap(List::stream)
        .map(Parameter::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
