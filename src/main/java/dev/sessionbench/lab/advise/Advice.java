package dev.sessionbench.lab.advise;

import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.simulate.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What every candidate costs a load, and which is chosen: of those who refuse the fewest callers,
 * the one with the smallest {@link Costs#weight}; the first of the catalogue where several have it.
 *
 * @param units what the load's costs are weighed in
 * @param costs what each costs
 */
record Advice(Costs.Units units, Map<Candidate, Costs> costs) {
  static final long SEED = 1;

  /** Copies the costs, keeping their order. */
  Advice {
    costs = new LinkedHashMap<>(costs);
  }

  /** Simulates every candidate, several at once. */
  static Advice of(Demand demand, List<Candidate> candidates) {
    DescribedLoad load = demand.load();
    long most = (long) load.clients() * demand.limits().maxSessions();
    List<Costs> simulated =
        candidates.parallelStream()
            .map(c -> Costs.of(Simulation.of(load, () -> c.create(demand.limits()), SEED).run()))
            .toList();
    Map<Candidate, Costs> costs = new LinkedHashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      // A pool that passes its limit has not been asked for.
      if (simulated.get(i).most() <= most) {
        costs.put(candidates.get(i), simulated.get(i));
      }
    }
    return new Advice(demand.units(), costs);
  }

  /** What a candidate of these costs. */
  Costs costs(Candidate candidate) {
    return Objects.requireNonNull(costs.get(candidate));
  }

  /** What a candidate's costs weigh together; infinite where others refuse fewer callers. */
  double weight(Candidate candidate) {
    long fewest = costs.values().stream().mapToLong(Costs::failed).min().orElse(0);
    Costs own = costs(candidate);
    return own.failed() > fewest ? Double.POSITIVE_INFINITY : own.weight(units);
  }

  /** The candidates that nothing beats in everything, by their wait; equals stand once. */
  List<Candidate> front() {
    List<Candidate> front = new ArrayList<>();
    costs.forEach(
        (candidate, own) -> {
          boolean beaten = costs.values().stream().anyMatch(other -> other.dominates(own));
          if (!beaten && front.stream().noneMatch(f -> costs(f).isLike(own))) {
            front.add(candidate);
          }
        });
    front.sort(Comparator.comparingDouble(c -> costs(c).waitMillis()));
    return front;
  }

  /** What is chosen. */
  Candidate choice() {
    return lightest(candidate -> true).orElseThrow();
  }

  /** The candidate of some kind that weighs the least; nothing where none is of that kind. */
  Optional<Candidate> lightest(Predicate<Candidate> kind) {
    return costs.keySet().stream().filter(kind).min(Comparator.comparingDouble(this::weight));
  }

  /**
   * Those between whom measuring is to decide: what is chosen, and those of the front that weigh
   * the least beside it and refuse no more callers.
   *
   * @param most how many at most, at least 1
   */
  List<Candidate> finalists(int most) {
    Candidate choice = choice();
    return Stream.concat(
            Stream.of(choice),
            front().stream()
                .filter(other -> !costs(other).isLike(costs(choice)))
                .filter(other -> Double.isFinite(weight(other)))
                .sorted(Comparator.comparingDouble(this::weight)))
        .limit(most)
        .toList();
  }

  /** Others that cost the same. */
  List<Candidate> like(Candidate candidate) {
    return costs.keySet().stream()
        .filter(other -> !other.equals(candidate) && costs(other).isLike(costs(candidate)))
        .toList();
  }

  /** Whether the load tells no strategy from another. */
  boolean tellsNothing() {
    return like(choice()).size() == costs.size() - 1;
  }
}
