package dev.sessionbench.lab.advise;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.lab.load.Callers;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.simulate.Simulation;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.Map;
import java.util.Optional;

/** What is advised on: a load, which may be another than it was guessed to be. */
sealed interface Demand permits StatedDemand, Demand.FileDemand {
  /** More would take longer than anybody waits for advice. */
  double MOST_OPERATIONS = 30_000;

  /** The load, on its pool and with its service. */
  DescribedLoad load();

  /** What its costs are weighed in. */
  Costs.Units units();

  /** The same with one input other than guessed. */
  Demand with(Input input, double factor);

  /** What a reader must know of the load to believe what is said of it; mostly nothing. */
  default String remark() {
    return "";
  }

  /** The bounds of its pool. */
  default Limits limits() {
    return load().pool().limits();
  }

  /** Why no pool of these bounds can ever serve it; nothing where one can. */
  default Optional<String> hopeless() {
    if (load().backlogNanos() > load().pool().acquireTimeoutNanos()) {
      return Optional.of(
          "callers use %s sessions on average for so long that %d cannot serve them within the time that they wait"
              .formatted(Numbers.label(load().meanInUse()), limits().maxSessions()));
    }
    if (load().operations() > MOST_OPERATIONS) {
      return Optional.of(
          "%.0f operations are too many to be simulated so often: must be at most %.0f"
              .formatted(load().operations(), MOST_OPERATIONS));
    }
    try {
      var unused = load().plans(Advice.SEED);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      // Nobody comes.
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** An input that may have been guessed wrong. */
  enum Input {
    /** How many come at one moment, or at the same time. */
    PEAK,
    /** How many come in a second. */
    RATE,
    /** How long each has its session. */
    HOLD,
    /** What a request for sessions takes, with what each session adds. */
    CREATE
  }

  /**
   * A load as a file describes it.
   *
   * @param load the load
   */
  record FileDemand(DescribedLoad load) implements Demand {
    @Override
    public Costs.Units units() {
      return Simulation.of(
              load, () -> Strategies.FIXED_STEP.create(limits(), Map.of()), Advice.SEED)
          .units();
    }

    @Override
    public Demand with(Input input, double factor) {
      return new FileDemand(
          switch (input) {
            case PEAK -> load.withEach(c -> c instanceof Callers.Rate ? c : c.moreOften(factor));
            case RATE -> load.withEach(c -> c instanceof Callers.Rate ? c.moreOften(factor) : c);
            case HOLD -> load.withEach(c -> c.holding(c.hold().scaled(factor)));
            case CREATE -> load.withCreation(factor);
          });
    }
  }
}
