package dev.sessionbench.simulate.sweep;

import dev.sessionbench.lab.LabCell;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.pool.PoolOptions;
import dev.sessionbench.simulate.Simulation;
import dev.sessionbench.simulate.described.DescribedLoad;
import dev.sessionbench.simulate.described.LoadFile;
import dev.sessionbench.strategy.GrowthStrategy;
import dev.sessionbench.strategy.catalogue.Strategies;
import dev.sessionbench.trial.TrialParameters;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * A cell in virtual time, in words: what it is to be, and nothing else. Its result is a function of
 * these words alone, so a cell can be sent to any machine to be run there.
 *
 * @param benchmark the full name
 * @param params every parameter and its value
 */
public record SimulatedCell(String benchmark, TreeMap<String, String> params)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** The load that a file describes, and the parameter that names the file. */
  static final String DESCRIBED = "described";

  static final String LOAD = "load";

  /** Copies the parameters. */
  public SimulatedCell(String benchmark, Map<String, String> params) {
    this(benchmark, new TreeMap<>(params));
  }

  /** The same with another value of a parameter. */
  SimulatedCell with(String name, String value) {
    TreeMap<String, String> others = new TreeMap<>(params);
    others.put(name, value);
    return new SimulatedCell(benchmark, others);
  }

  private String load() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  /**
   * What these words describe.
   *
   * @throws IllegalArgumentException if a value is wrong: one line that names it and what is right
   * @throws BadInput likewise
   */
  public Simulation simulation() {
    TrialParameters.PROFILE.requireUnchanged(params);
    var unusedAsStretched = TrialParameters.PROFILE.read(params).inVirtualTime();
    LabCell cell = LabCell.read(load(), params);
    if (load().equals(DESCRIBED)) {
      Simulation filled = described(cell);
      return filled.with(
          rule(cell, filled, start -> cell.rule(start, filled.loads(), filled.service(), 1)),
          cell.shrinkRule());
    }
    Simulation filled =
        new Simulation(
            cell.stretchedLoads(),
            cell.pool(),
            cell::ruleOfTheClient,
            Optional::empty,
            cell.service(),
            cell.faults(),
            cell.fillsFirst(),
            cell.timeScale());
    return filled.with(rule(cell, filled, cell::rule), cell.shrinkRule());
  }

  /** The load of a file on the pool of a cell; what the cell does not name, the file says. */
  private Simulation described(LabCell cell) {
    DescribedLoad file = LoadFile.read(params.getOrDefault(LOAD, ""));
    PoolOptions own = cell.pool();
    PoolOptions both =
        new PoolOptions(
            own.limits(),
            own.order(),
            params.containsKey(LabCell.TIMEOUT.name())
                ? own.acquireTimeoutNanos()
                : file.pool().acquireTimeoutNanos(),
            file.pool().failsWhenFull(),
            own.seed());
    return file.on(both, cell.fillsFirst()).simulation(cell::ruleOfTheClient, own.seed());
  }

  /** Makes rules; only who knows the load beforehand has to know when it begins. */
  private static Supplier<GrowthStrategy> rule(
      LabCell cell, Simulation filled, LongFunction<GrowthStrategy> from) {
    long startNanos =
        cell.strategy() == Strategies.CLAIRVOYANT ? filled.startNanos() / cell.timeScale() : 0;
    // So that a wrong value is told now.
    var unused = from.apply(startNanos);
    return () -> from.apply(startNanos);
  }

  /** Its rule of growth. */
  Strategies strategy() {
    return LabCell.strategy(params.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT));
  }
}
