package dev.sessionbench.base.model;

import dev.sessionbench.base.model.Latency.ScaledTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The simulated server's time for each method. A method without an entry takes no time.
 *
 * @param times the time of each method that has one
 * @param scale the product of all factors by which this profile has been {@link #scaled}
 */
public record LatencyProfile(Map<Rpc, Latency> times, double scale) {
  /** The key of the time for all methods without their own. */
  private static final String OTHERS = "others";

  private static final List<String> NAMES =
      Stream.concat(Arrays.stream(Rpc.values()).map(Rpc::methodName), Stream.of(OTHERS)).toList();

  private static final int DRAWS_OF_A_MEAN = 2_000;

  /** A server that answers every RPC at once. */
  public static LatencyProfile none() {
    return new LatencyProfile(Map.of(), 1);
  }

  /** The times of a file by method; {@value #OTHERS} is the time of methods that are not named. */
  @Key
  @SuppressWarnings("UnusedMethod") // Readers of configurations call it by its annotation.
  private static LatencyProfile of(Map<String, Latency> named) {
    named.forEach(
        (name, time) -> {
          Invalid.when(
              !NAMES.contains(name), "%s: unknown method%s", name, BadInput.instead(name, NAMES));
          Invalid.when(
              time instanceof MeasuredTime && !name.equals(Rpc.BATCH_CREATE_SESSIONS.methodName()),
              "%s: 'measured' is for BatchCreateSessions only",
              name);
        });
    Latency others = named.getOrDefault(OTHERS, ServerTime.NONE);
    return new LatencyProfile(
        Rpc.each(rpc -> named.getOrDefault(rpc.methodName(), others)), /* scale= */ 1);
  }

  /**
   * This profile with another time for one method.
   *
   * @param rpc the method
   * @param time its time
   * @return a new profile
   */
  public LatencyProfile with(Rpc rpc, Latency time) {
    Map<Rpc, Latency> changed = new HashMap<>(times);
    changed.put(rpc, time);
    return new LatencyProfile(changed, scale);
  }

  /**
   * This profile with every time multiplied by a factor.
   *
   * @param factor 1.05 for 5 % longer, above 0
   * @return a new profile
   */
  public LatencyProfile scaled(double factor) {
    Map<Rpc, Latency> scaled = new HashMap<>(times);
    scaled.replaceAll((rpc, time) -> new ScaledTime(time, factor));
    return new LatencyProfile(scaled, scale * factor);
  }

  /**
   * The time of a method.
   *
   * @param rpc the method
   * @return its time, {@link ServerTime#NONE} if the profile has no entry
   */
  public Latency time(Rpc rpc) {
    return times.getOrDefault(rpc, ServerTime.NONE);
  }

  /**
   * The time of one RPC: the n-th RPC of a method gets the n-th draw of that method.
   *
   * @param rpc the method
   * @param seed the seed of the run
   * @param index how many RPCs of that method came before
   * @return the time in nanoseconds
   */
  public long drawNanos(Rpc rpc, long seed, long index) {
    return drawNanos(rpc, seed, index, 1, 1);
  }

  /**
   * The time of one RPC.
   *
   * @param rpc the method
   * @param seed the seed of the run
   * @param index how many RPCs of that method came before
   * @param sessions the sessions that it creates
   * @param inFlight RPCs of the method in progress, this one included
   * @return the time in nanoseconds
   */
  public long drawNanos(Rpc rpc, long seed, long index, int sessions, int inFlight) {
    // The name, not the ordinal: adding a method to the enum must not change the draws.
    return time(rpc).drawNanos(seed, rpc.methodName().hashCode(), index, sessions, inFlight);
  }

  /**
   * How long RPCs of a method take on average.
   *
   * @param rpc the method
   * @param seed the seed of the run
   * @return the mean of the first draws, in milliseconds
   */
  public double meanMillis(Rpc rpc, long seed) {
    LongStream draws = LongStream.range(0, DRAWS_OF_A_MEAN).map(i -> drawNanos(rpc, seed, i));
    return draws.average().orElseThrow() / Nanos.PER_MILLI;
  }
}
