package dev.sessionbench.lab.advise;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.collect.Streams;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.simulate.Costs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The costs of every candidate on a load, and the choice. The choice refuses the fewest callers and
 * has the smallest {@link Costs#weight}. Among equals it is the first of the catalogue.
 *
 * @param units the units of the load's costs
 * @param draws the costs of each candidate in each draw of the load, in their order
 * @param costs their means
 */
record Advice(Costs.Units units, Map<Candidate, List<Costs>> draws, Map<Candidate, Costs> costs) {
  static final long SEED = 1;

  /** The draws that decide; one draw would leave too much to chance. */
  static final int DRAWS = 3;

  Advice(Costs.Units units, Map<Candidate, List<Costs>> draws) {
    this(units, draws, ImmutableMap.copyOf(Maps.transformValues(draws, Costs::mean)));
  }

  /** The seeds of the draws. */
  static LongStream seeds(int draws) {
    return LongStream.range(SEED, SEED + draws);
  }

  /** Simulates every candidate in each draw, several at once. */
  static Advice of(Demand demand, List<Candidate> candidates, int numDraws) {
    List<List<Costs>> simulated =
        candidates.parallelStream()
            .map(c -> seeds(numDraws).mapToObj(seed -> demand.simulation(c, seed)))
            .map(several -> several.map(one -> Costs.of(one.run())).toList())
            .toList();
    Map<Candidate, List<Costs>> draws = new LinkedHashMap<>();
    Streams.forEachPair(candidates.stream(), simulated.stream(), draws::put);
    // Pools beyond their limit were not asked for.
    draws.entrySet().removeIf(each -> exceeds(demand.on(each.getKey()), each.getValue()));
    // Candidates with bounds of their own may hold more sessions than the pool of the load.
    boolean bounded = candidates.stream().anyMatch(c -> c.bounds().isPresent());
    return new Advice((bounded ? demand.widest() : demand).units(), draws);
  }

  private static boolean exceeds(DescribedLoad load, List<Costs> draws) {
    long most = (long) load.clients() * load.pool().maxSessions();
    return draws.stream().anyMatch(costs -> costs.most() > most);
  }

  /** The mean costs of a candidate. */
  Costs costs(Candidate candidate) {
    return Objects.requireNonNull(costs.get(candidate));
  }

  /** The weight of a candidate's costs; infinite if another refuses fewer callers. */
  double weight(Candidate candidate) {
    long fewest = costs.values().stream().mapToLong(Costs::failed).min().orElse(0);
    Costs own = costs(candidate);
    return own.failed() > fewest ? Double.POSITIVE_INFINITY : own.weight(units);
  }

  /** The candidates that no other dominates, by their wait; of equals only the first. */
  List<Candidate> front() {
    List<Candidate> front = new ArrayList<>();
    for (Candidate candidate : draws.keySet()) {
      Costs own = costs(candidate);
      if (costs.values().stream().noneMatch(other -> other.dominates(own))
          && front.stream().noneMatch(better -> costs(better).isLike(own))) {
        front.add(candidate);
      }
    }
    front.sort(Comparator.comparingDouble(c -> costs(c).waitMillis()));
    return front;
  }

  /** What is chosen. */
  Candidate choice() {
    return lightest(candidate -> true).orElseThrow();
  }

  /** The candidate of some kind with the smallest weight; empty if none is of that kind. */
  Optional<Candidate> lightest(Predicate<Candidate> kind) {
    return draws.keySet().stream().filter(kind).min(Comparator.comparingDouble(this::weight));
  }

  /**
   * The candidates to be measured: the choice, and its rivals. The rivals are those of the front
   * with the smallest weights that refuse no more callers.
   *
   * @param most how many at most, at least 1
   */
  List<Candidate> finalists(int most) {
    Costs chosen = costs(choice());
    List<Candidate> rivals = front();
    rivals.removeIf(rival -> costs(rival).isLike(chosen) || !Double.isFinite(weight(rival)));
    rivals.sort(Comparator.comparingDouble(this::weight));
    return Stream.concat(Stream.of(choice()), rivals.stream()).limit(most).toList();
  }

  /**
   * Others that weigh no more than a candidate in at least one draw, so chance may have decided.
   */
  List<Candidate> close(Candidate candidate) {
    return draws.keySet().stream()
        .filter(other -> !other.equals(candidate) && Double.isFinite(weight(other)))
        .filter(
            other ->
                Streams.zip(weights(other), weights(candidate), (its, own) -> its <= own)
                    .anyMatch(noMore -> noMore))
        .sorted(Comparator.comparingDouble(this::weight))
        .toList();
  }

  private Stream<Double> weights(Candidate candidate) {
    return Objects.requireNonNull(draws.get(candidate)).stream().map(own -> own.weight(units));
  }

  /** Whether all strategies cost the load the same. */
  boolean tellsNothing() {
    Costs own = costs(choice());
    return costs.values().stream().allMatch(own::isLike);
  }
}
