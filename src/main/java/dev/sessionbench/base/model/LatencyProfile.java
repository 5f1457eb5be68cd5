package dev.sessionbench.base.model;

import dev.sessionbench.base.model.Latency.ScaledTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The simulated server's time for each method. A method without an entry takes no time.
 *
 * @param times the time of each method that has one
 * @param scale the product of all factors by which this profile has been {@link #scaled}
 */
public record LatencyProfile(Map<Rpc, Latency> times, double scale) {
  private static final long NETWORK_MILLIS = 10;
  private static final int DRAWS_OF_A_MEAN = 2_000;

  /** Copies the times. */
  public LatencyProfile {
    times = Map.copyOf(times);
  }

  /** A server that answers every RPC at once. */
  public static LatencyProfile none() {
    return new LatencyProfile(Map.of(), 1);
  }

  /**
   * The simulated times of the original benchmark (SessionPoolBenchmark of java-spanner, 2020).
   * Each is 10 ms for the network, a minimum for the method, and a random part in whole
   * milliseconds. Methods that it did not name take no time there, nor here.
   */
  public static LatencyProfile original() {
    return none()
        .with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(NETWORK_MILLIS + 10, 10))
        .with(Rpc.BEGIN_TRANSACTION, ServerTime.ofMillis(NETWORK_MILLIS + 1, 1))
        .with(Rpc.COMMIT, ServerTime.ofMillis(NETWORK_MILLIS + 5, 5))
        .with(Rpc.ROLLBACK, ServerTime.ofMillis(NETWORK_MILLIS + 1, 1))
        .with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.ofMillis(NETWORK_MILLIS + 10, 10))
        .with(Rpc.EXECUTE_SQL, ServerTime.ofMillis(NETWORK_MILLIS + 10, 10));
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
    double sum = 0;
    for (int i = 0; i < DRAWS_OF_A_MEAN; i++) {
      sum += drawNanos(rpc, seed, i);
    }
    return sum / DRAWS_OF_A_MEAN / TimeUnit.MILLISECONDS.toNanos(1);
  }
}
