package dev.sessionbench.simulate.sweep;

import dev.sessionbench.lab.LabCell;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.simulate.Simulation;
import dev.sessionbench.strategy.catalogue.Strategies;
import dev.sessionbench.trial.TrialParameters;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

  /** Copies the parameters. */
  public SimulatedCell(String benchmark, Map<String, String> params) {
    this(benchmark, new TreeMap<>(params));
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
    LabCell cell = LabCell.read(benchmark.substring(benchmark.lastIndexOf('.') + 1), params);
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
    // Only who knows the load beforehand has to know when it begins.
    long startNanos =
        strategy() == Strategies.CLAIRVOYANT ? filled.startNanos() / cell.timeScale() : 0;
    return filled.with(() -> cell.rule(startNanos), cell.shrinkRule());
  }

  /** Its rule of growth. */
  Strategies strategy() {
    return LabCell.strategy(params.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT));
  }
}
