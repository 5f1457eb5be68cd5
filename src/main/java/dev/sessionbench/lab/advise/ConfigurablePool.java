package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A pool whose own settings {@code advise --for} chooses.
 *
 * @param name as users write it
 * @param library the connection pool; empty for the Java client of Spanner
 * @param strategy how it grows
 */
public record ConfigurablePool(String name, Optional<ConnectionPool> library, Strategies strategy) {
  private static final List<Integer> INCREMENTS = List.of(1, 3, 5, 10, 25);

  /**
   * Finds a pool.
   *
   * @param name a connection pool or a client, as {@code client} of {@code run} takes them
   * @return empty for a client that has no pool
   * @throws BadInput if there is no such client
   */
  public static Optional<ConfigurablePool> named(String name) {
    if (name.equals(Generation.BUILT)) {
      return Optional.of(new ConfigurablePool(name, Optional.empty(), Strategies.FIXED_STEP));
    }
    try {
      ClientUnderTest client = ClientUnderTest.parse(name);
      if (client instanceof ConnectionPool pool) {
        return Optional.of(
            new ConfigurablePool(pool.name(), Optional.of(pool), Strategies.of(pool.library())));
      }
      return client.hasPool() && !client.multiplexed()
          ? Optional.of(
              new ConfigurablePool(
                  client.name(),
                  Optional.empty(),
                  client.growsByStep() ? Strategies.FIXED_STEP : Strategies.ONE_PER_EXCESS_WAITER))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()).replace("client=", "--for "), e);
    }
  }

  /** What it is set to today: the bounds of the load, and the default increment. */
  Candidate today(Demand demand) {
    return candidate(demand.limits(), Strategies.INCREMENT.standard());
  }

  /** Every setting that is tried; today's is the first. */
  List<Candidate> candidates(Demand demand) {
    Limits today = demand.limits();
    int wanted = demand.wantedAtOnce();
    TreeSet<Integer> minimums = new TreeSet<>(List.of(0, wanted / 4, wanted / 2, wanted));
    minimums.add(today.minSessions());
    TreeSet<Integer> maximums = new TreeSet<>(List.of((wanted + 1) / 2, wanted, 2 * wanted));
    maximums.add(today.maxSessions());
    List<Candidate> all = new ArrayList<>(List.of(today(demand)));
    for (int min : minimums) {
      for (int max : maximums.tailSet(Math.max(1, min))) {
        Limits limits = new Limits(min, max, today.numChannels());
        INCREMENTS.stream().map(increment -> candidate(limits, increment)).forEach(all::add);
      }
    }
    return all.stream().distinct().toList();
  }

  private Candidate candidate(Limits limits, int increment) {
    String name = Strategies.INCREMENT.name();
    return new Candidate(
        strategy,
        strategy.schema().find(name).isPresent()
            ? Map.of(name, Integer.toString(increment))
            : Map.of(),
        Optional.of(limits));
  }

  /** The lines of its configuration that make it what a candidate is. */
  String configuration(Candidate candidate, PoolOptions pool) {
    Limits limits = candidate.limits(pool.limits());
    if (library.isEmpty()) {
      return """
          SessionPoolOptions.newBuilder()
              .setMinSessions(%d)
              .setMaxSessions(%d)
      """
          .formatted(limits.minSessions(), limits.maxSessions());
    }
    StringBuilder lines = new StringBuilder();
    String increment = candidate.chosen().getOrDefault(Strategies.INCREMENT.name(), "1");
    library
        .get()
        .library()
        .names()
        .values(
            limits.minSessions(),
            limits.maxSessions(),
            TimeUnit.NANOSECONDS.toMillis(pool.acquireTimeoutNanos()),
            Integer.parseInt(increment))
        .forEach((key, value) -> lines.append("    %s=%s\n".formatted(key, value)));
    return lines.toString();
  }

  /** The value of the parameter {@code strategy} that measures it. */
  String measured() {
    if (library.isEmpty() && strategy != Strategies.FIXED_STEP) {
      throw new BadInput(
          "--verify: measures connection pools and %s, not %s".formatted(Generation.BUILT, name));
    }
    return library.map(ConnectionPool::name).orElse(LabCell.CLIENT);
  }
}
