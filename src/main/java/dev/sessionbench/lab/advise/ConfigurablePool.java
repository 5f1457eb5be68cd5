package dev.sessionbench.lab.advise;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.PoolLibrary;
import dev.sessionbench.lab.load.DescribedLoad.Pool;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A pool whose own settings {@code advise --for} chooses.
 *
 * @param name as users write it
 * @param library the connection pool; empty for the Java client of Spanner
 * @param strategy how it grows
 */
public record ConfigurablePool(String name, Optional<ConnectionPool> library, Strategies strategy) {
  private static final List<Integer> INCREMENTS = List.of(1, 3, 5, 10, 25);
  private static final List<Long> TIMES_AS_LONG = List.of(2L, 5L, 20L, 100L);
  private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(1);

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
            new ConfigurablePool(pool.name(), Optional.of(pool), Strategies.of(pool)));
      }
      Strategies strategy =
          client.growsByStep() ? Strategies.FIXED_STEP : Strategies.ONE_PER_EXCESS_WAITER;
      return Optional.of(new ConfigurablePool(client.name(), Optional.empty(), strategy))
          .filter(pool -> client.hasPool() && !client.multiplexed());
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  /** What it is set to today: the bounds of the load, and the default increment. */
  Candidate today(Demand demand) {
    return candidate(demand.limits(), Strategies.INCREMENT.standard());
  }

  /**
   * Every setting that is tried; today's is the first. Those with longer timeouts have today's
   * bounds.
   */
  List<Candidate> candidates(Demand demand) {
    Candidate today = today(demand);
    Stream<Candidate> others =
        demand.bounds().stream()
            .flatMap(limits -> INCREMENTS.stream().map(each -> candidate(limits, each)));
    Stream<Candidate> patient =
        TIMES_AS_LONG.stream()
            .filter(times -> library.isPresent())
            .map(times -> Math.min(times * timeoutMillis(demand.load().pool()), LONGEST_MILLIS))
            .map(longer -> today.waiting(longer));
    return Stream.of(Stream.of(today), others, patient).flatMap(some -> some).distinct().toList();
  }

  /**
   * Checks that the pool can serve the callers of a load, and that its version exists.
   *
   * @throws BadInput if its callers cannot wait so, or there is no such version
   */
  void check(Pool load) {
    if (name.equals(Generation.BUILT)) {
      return;
    }
    BadInput.when(
        library.isPresent() && load.failsWhenFull(),
        "--for %s: its callers wait; leave failsWhenFull out of the load",
        name);
    try {
      if (library.isPresent()) {
        library.get().checkTimeout(timeoutMillis(load));
      }
      // The latest known version exists; to ask Maven for it would need a network.
      if (library.isEmpty() || !ConnectionPool.find("" + library.get().library()).equals(library)) {
        var unused = ClientUnderTest.parse(name).libraries();
      }
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  private static BadInput refused(IllegalArgumentException e) {
    return new BadInput(String.valueOf(e.getMessage()).replace("client=", "--for "), e);
  }

  private static long timeoutMillis(Pool pool) {
    return TimeUnit.NANOSECONDS.toMillis(pool.acquireTimeoutNanos());
  }

  private Candidate candidate(Limits limits, int increment) {
    String value = Integer.toString(increment);
    Map<String, String> chosen = strategy.schema().only(Map.of(Strategies.INCREMENT.name(), value));
    return new Candidate(strategy, chosen, Optional.of(limits));
  }

  /** The lines of its configuration that make it what a candidate is. */
  String configuration(Candidate candidate, Pool load) {
    Pool pool = candidate.pool(load);
    int min = pool.minSessions();
    int max = pool.maxSessions();
    if (library.isEmpty()) {
      return """
          SessionPoolOptions.newBuilder()
              .setMinSessions(%d)
              .setMaxSessions(%d)
      """
          .formatted(min, max);
    }
    if (library.get().library() == PoolLibrary.REACTOR_POOL) {
      return """
          PoolBuilder.from(connections).sizeBetween(%d, %d).buildPool()
          pool.acquire(Duration.ofMillis(%d))
      """
          .formatted(min, max, timeoutMillis(pool));
    }
    String increment = candidate.chosen().getOrDefault(Strategies.INCREMENT.name(), "1");
    PoolLibrary.Names names = library.get().library().names();
    Map<String, String> values =
        names.values(min, max, timeoutMillis(pool), Integer.parseInt(increment));
    return values.entrySet().stream().map("    %s\n"::formatted).collect(joining());
  }

  /**
   * The value of the parameter {@code strategy} that measures it.
   *
   * @throws BadInput if it cannot be measured
   */
  public String measured() {
    if (library.isEmpty() && strategy != Strategies.FIXED_STEP) {
      throw new BadInput(
          "--verify: measures connection pools and %s, not %s".formatted(Generation.BUILT, name));
    }
    return library.map(ConnectionPool::name).orElse(LabCell.CLIENT);
  }
}
