package dev.sessionbench.lab.advise;

import com.google.common.primitives.Doubles;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.lab.load.DescribedLoad.Pool;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A growth strategy with a value of its first parameter.
 *
 * @param strategy the strategy
 * @param chosen the value by the parameter's name; empty for a strategy without parameters
 * @param bounds its own bounds; empty for those of the load
 * @param timeoutMillis how long its callers wait; empty for as long as those of the load
 */
record Candidate(
    Strategies strategy,
    Map<String, String> chosen,
    Optional<Limits> bounds,
    Optional<Long> timeoutMillis) {
  /** Factors for the default of a parameter; a step becomes 1, 5, 10, 25, 50 and 100. */
  private static final List<Double> FACTORS = List.of(0.04, 0.2, 0.4, 1.0, 2.0, 4.0);

  /** Strategies that are bounds; no pool could have them. */
  private static final Set<Strategies> BOUNDS =
      Set.of(Strategies.CLAIRVOYANT, Strategies.MULTIPLEXED);

  Candidate(Strategies strategy, Map<String, String> chosen, Optional<Limits> bounds) {
    this(strategy, chosen, bounds, Optional.empty());
  }

  /** Every strategy of the catalogue, each with several values of its first parameter. */
  static List<Candidate> all(Limits limits) {
    return Arrays.stream(Strategies.values())
        .filter(strategy -> !BOUNDS.contains(strategy))
        .flatMap(
            strategy ->
                strategy.schema().all().stream()
                    .findFirst()
                    .map(first -> values(first).map(value -> Map.of(first.name(), value)))
                    .orElse(Stream.of(Map.of()))
                    .map(chosen -> new Candidate(strategy, chosen, Optional.empty())))
        .filter(candidate -> candidate.isPossible(limits))
        .toList();
  }

  /** The same strategy within other bounds. */
  Candidate within(Limits limits) {
    return new Candidate(strategy, chosen, Optional.of(limits));
  }

  /** The same settings with another timeout. */
  Candidate waiting(long millis) {
    return new Candidate(strategy, chosen, bounds, Optional.of(millis));
  }

  /** Its pool. */
  Pool pool(Pool ofLoad) {
    return ofLoad.within(
        bounds.orElse(ofLoad.limits()),
        timeoutMillis.map(TimeUnit.MILLISECONDS::toNanos).orElse(ofLoad.acquireTimeoutNanos()));
  }

  private static Stream<String> values(Parameter<?> parameter) {
    boolean whole = parameter.standard() instanceof Integer;
    return FACTORS.stream()
        .map(factor -> within(parameter, Double.parseDouble(parameter.standardText()) * factor))
        .map(value -> whole ? Long.toString(Math.round(value)) : Double.toString(value))
        .distinct();
  }

  private static double within(Parameter<?> parameter, double value) {
    List<?> ends = parameter.codec().ends();
    double least = ((Number) ends.get(0)).doubleValue();
    return Doubles.constrainToRange(value, least, ((Number) ends.get(1)).doubleValue());
  }

  /** Whether the value goes with the defaults of the strategy's other parameters. */
  private boolean isPossible(Limits limits) {
    try {
      create(limits);
      return true;
    } catch (BadInput | IllegalArgumentException e) {
      return false;
    }
  }

  GrowthStrategy create(Limits limits) {
    return strategy.create(limits, chosen);
  }

  /** The candidate as one value of a command line, of a strategy by another name. */
  String word(String name) {
    return joined(name, ":", ":");
  }

  /** Whether a real pool has this strategy. */
  boolean isOfAPool() {
    return !strategy.entry().pools().isEmpty();
  }

  /** Whether the real client has this strategy. */
  boolean isTheClients() {
    return strategy == Strategies.FIXED_STEP;
  }

  /** Its name and its value, as users write them. */
  @Override
  public String toString() {
    String name =
        bounds
            .map(own -> "min=%d max=%d".formatted(own.minSessions(), own.maxSessions()))
            .orElse(strategy.toString());
    return joined(name, " ", "=") + timeoutMillis.map(" timeout=%d ms"::formatted).orElse("");
  }

  private String joined(String name, String before, String between) {
    return chosen.entrySet().stream()
        .map(each -> before + each.getKey() + between + each.getValue())
        .collect(Collectors.joining("", name, ""));
  }
}
