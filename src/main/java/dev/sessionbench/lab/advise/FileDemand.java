package dev.sessionbench.lab.advise;

import dev.sessionbench.lab.load.Callers;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.simulate.Simulation;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.Map;

/**
 * A load as a file describes it.
 *
 * @param load the load
 */
record FileDemand(DescribedLoad load) implements Demand {
  @Override
  public Costs.Units units() {
    return Simulation.of(load, () -> Strategies.FIXED_STEP.create(limits(), Map.of()), Advice.SEED)
        .units();
  }

  @Override
  public Demand with(Input input, double factor) {
    return new FileDemand(
        switch (input) {
          case PEAK -> load.with(c -> c instanceof Callers.Rate ? c : c.moreOften(factor));
          case RATE -> load.with(c -> c instanceof Callers.Rate ? c.moreOften(factor) : c);
          case HOLD -> load.with(c -> c.holding(c.hold().scaled(factor)));
          case CREATE -> load.withCreation(factor);
        });
  }
}
