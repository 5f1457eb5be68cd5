package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Params;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Strategies;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
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

  /** Copies the parameters. */
  public SimulatedCell(String benchmark, Map<String, String> params) {
    this(benchmark, new TreeMap<>(params));
  }

  /** The same with another value of a parameter. */
  SimulatedCell with(String name, String value) {
    return new SimulatedCell(benchmark, Params.with(params, name, value));
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
    Simulation filled =
        new Simulation(
            cell.stretchedLoads(),
            cell.pool(),
            cell::ruleOfTheClient,
            Optional::empty,
            cell.service(),
            cell.faults(),
            cell.fillsFirst(),
            cell.timeScale(),
            OptionalLong.empty());
    if (cell.strategy() != Strategies.CLAIRVOYANT) {
      return filled.with(rule(cell, 0), cell.shrinkRule());
    }
    // What it sends early must not put off the start that it has planned for.
    long startNanos = filled.startNanos();
    return filled
        .beginningAt(startNanos)
        .with(rule(cell, startNanos / cell.timeScale()), cell.shrinkRule());
  }

  /** Makes rules; only who knows the load beforehand has to know when it begins. */
  private static Supplier<GrowthStrategy> rule(LabCell cell, long startNanos) {
    // So that a wrong value is told now.
    var unused = cell.rule(startNanos);
    return () -> cell.rule(startNanos);
  }

  /**
   * A measured cell in virtual time.
   *
   * @param measured the cell
   * @throws BadInput if virtual time has no such cell, with the reason as a phrase
   */
  public static SimulatedCell of(CellResult measured) {
    String benchmark = measured.benchmark();
    Map<String, String> params = measured.key().params();
    String load = measured.key().method();
    if (measured.isSimulated()) {
      throw new BadInput("it is virtual time itself");
    }
    if (!CellGrid.plays(benchmark.substring(0, benchmark.lastIndexOf('.')), load)) {
      throw new BadInput("%s is no load that it plays".formatted(measured.key().classAndMethod()));
    }
    for (String elsewhere : List.of("client", "server")) {
      if (params.containsKey(elsewhere)) {
        throw new BadInput(
            "what %s=%s does is not known to it".formatted(elsewhere, params.get(elsewhere)));
      }
    }
    if (load.equals(LabCell.DESCRIBED)
        && !params.containsKey(FileParameters.LOAD_CONTENT)
        && !LoadFile.isNamedByContent(params.getOrDefault(FileParameters.LOAD, ""))) {
      throw new BadInput("what its file of the load held is not known to it");
    }
    return new SimulatedCell(benchmark, params);
  }

  /** Its rule of growth. */
  Strategies strategy() {
    return LabCell.strategy(params.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT));
  }
}
