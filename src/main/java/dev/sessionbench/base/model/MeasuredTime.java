package dev.sessionbench.base.model;

import static java.util.Objects.requireNonNull;

import dev.sessionbench.base.model.QuantileTime.Quantile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;

/**
 * A measured time for creating sessions: quantiles for pairs of sessions and requests in flight.
 *
 * <p>Each request draws one probability. Its time is interpolated linearly, first over sessions,
 * then over requests in flight; beyond the grid, the value at the edge applies. More sessions than
 * were measured at a number in flight take no less than at fewer in flight.
 *
 * <p>At each number in flight, more sessions never take less time. Falling quantiles are replaced
 * by their isotonic regression with equal weights. It pools adjacent violators (Ayer et al., "An
 * Empirical Distribution Function for Sampling with Incomplete Information", 1955).
 *
 * @param times the quantiles by requests in flight, then by sessions, each number from 1
 */
@Key(
    name = "measured",
    is = "a list of {sessions, inFlight, quantiles}, for BatchCreateSessions alone")
public record MeasuredTime(NavigableMap<Integer, NavigableMap<Integer, QuantileTime>> times)
    implements Latency {
  /**
   * Copies the times and pools those that fall.
   *
   * @throws IllegalArgumentException if there are no times, or a number is below 1
   */
  public MeasuredTime {
    NavigableMap<Integer, NavigableMap<Integer, QuantileTime>> rising = new TreeMap<>();
    times.forEach((inFlight, sizes) -> rising.put(inFlight, rising(sizes)));
    Invalid.when(
        times.isEmpty()
            || times.firstKey() < 1
            || times.values().stream().anyMatch(sizes -> sizes.isEmpty() || sizes.firstKey() < 1),
        "must have the quantiles of at least one pair, its numbers from 1");
    times = Collections.unmodifiableNavigableMap(rising);
  }

  /** The measured times for one number of sessions and one number of requests in flight. */
  record MeasuredPair(
      @Key(range = "[1, 100]") int sessions,
      @Key(range = "[1, 10000]") int inFlight,
      @Key QuantileTime quantiles) {}

  @Key
  @SuppressWarnings("UnusedMethod") // Readers of configurations call it by its annotation.
  private static MeasuredTime of(List<MeasuredPair> pairs) {
    NavigableMap<Integer, NavigableMap<Integer, QuantileTime>> times = new TreeMap<>();
    for (MeasuredPair pair : pairs) {
      var sizes = times.computeIfAbsent(pair.inFlight, level -> new TreeMap<>());
      boolean known = sizes.put(pair.sessions, pair.quantiles) != null;
      String twice = "sessions %d with inFlight %d occurs twice";
      Invalid.when(known, twice, pair.sessions, pair.inFlight);
    }
    return new MeasuredTime(times);
  }

  private static NavigableMap<Integer, QuantileTime> rising(
      NavigableMap<Integer, QuantileTime> sizes) {
    NavigableSet<Double> probabilities = new TreeSet<>();
    sizes
        .values()
        .forEach(time -> time.quantiles().forEach(one -> probabilities.add(one.probability())));
    NavigableMap<Integer, List<Quantile>> quantiles = new TreeMap<>();
    sizes.keySet().forEach(size -> quantiles.put(size, new ArrayList<>()));
    for (double probability : probabilities) {
      List<Double> pooled =
          pooled(sizes.values().stream().map(time -> time.nanosAt(probability)).toList());
      int index = 0;
      for (List<Quantile> of : quantiles.values()) {
        of.add(new Quantile(probability, Math.round(pooled.get(index++))));
      }
    }
    NavigableMap<Integer, QuantileTime> rising = new TreeMap<>();
    quantiles.forEach((size, of) -> rising.put(size, new QuantileTime(of)));
    return Collections.unmodifiableNavigableMap(rising);
  }

  private static List<Double> pooled(List<Double> values) {
    record Block(double sum, int count) {
      double mean() {
        return sum / count;
      }
    }

    Deque<Block> blocks = new ArrayDeque<>();
    for (double value : values) {
      Block last = new Block(value, 1);
      while (!blocks.isEmpty() && blocks.getLast().mean() >= last.mean()) {
        Block before = blocks.removeLast();
        last = new Block(before.sum + last.sum, before.count + last.count);
      }
      blocks.add(last);
    }
    return blocks.stream()
        .flatMap(block -> Collections.nCopies(block.count, block.mean()).stream())
        .toList();
  }

  @Override
  public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
    double probability = SeededDraws.unit(seed, stream, index);
    return Latency.clamp(
        between(times.navigableKeySet(), inFlight, level -> nanos(level, sessions, probability)));
  }

  private double nanos(int inFlight, int sessions, double probability) {
    NavigableMap<Integer, QuantileTime> sizes = requireNonNull(times.get(inFlight));
    IntToDoubleFunction at = size -> requireNonNull(sizes.get(size)).nanosAt(probability);
    double nanos = between(sizes.navigableKeySet(), sessions, at);
    Integer fewer = times.lowerKey(inFlight);
    return fewer != null && sessions > sizes.lastKey()
        ? Math.max(nanos, nanos(fewer, sessions, probability))
        : nanos;
  }

  private static double between(NavigableSet<Integer> keys, int at, IntToDoubleFunction value) {
    int below = Math.max(keys.first(), Math.min(at, keys.last()));
    int above = keys.ceiling(below);
    below = keys.floor(below);
    double from = value.applyAsDouble(below);
    return below == above
        ? from
        : from + (value.applyAsDouble(above) - from) * (at - below) / (above - below);
  }
}
