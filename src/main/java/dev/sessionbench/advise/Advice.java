package dev.sessionbench.advise;

import dev.sessionbench.simulate.Costs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What every candidate costs a load, and which is chosen: of those who refuse the fewest callers,
 * the one with the smallest {@link Costs#weight}; the first of the catalogue where several have it.
 *
 * @param demand the load
 * @param costs what each costs
 */
record Advice(Demand demand, Map<Candidate, Costs> costs) {
  private static final long SEED = 1;

  /** Copies the costs, keeping their order. */
  Advice {
    costs = new LinkedHashMap<>(costs);
  }

  /** Simulates every candidate, several at once. */
  static Advice of(Demand demand, List<Candidate> candidates) {
    List<Costs> simulated =
        candidates.parallelStream()
            .map(c -> Costs.of(demand.on(() -> c.create(demand.limits()), SEED).run()))
            .toList();
    Map<Candidate, Costs> costs = new LinkedHashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      // A pool that passes its limit has not been asked for.
      if (simulated.get(i).most() <= demand.limits().maxSessions()) {
        costs.put(candidates.get(i), simulated.get(i));
      }
    }
    return new Advice(demand, costs);
  }

  /** What a candidate of these costs. */
  Costs costs(Candidate candidate) {
    return Objects.requireNonNull(costs.get(candidate));
  }

  /** What a candidate's costs weigh together; infinite where others refuse fewer callers. */
  double weight(Candidate candidate) {
    long fewest = costs.values().stream().mapToLong(Costs::failed).min().orElse(0);
    Costs own = costs(candidate);
    return own.failed() > fewest ? Double.POSITIVE_INFINITY : own.weight(demand.units());
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
    return costs.keySet().stream().min(Comparator.comparingDouble(this::weight)).orElseThrow();
  }

  /** Others that cost the same. */
  List<Candidate> like(Candidate candidate) {
    return costs.keySet().stream()
        .filter(other -> !other.equals(candidate) && costs(other).isLike(costs(candidate)))
        .toList();
  }

  /** Whether the load tells no rule from another. */
  boolean tellsNothing() {
    return like(choice()).size() == costs.size() - 1;
  }
}
