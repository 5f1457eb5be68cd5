package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A client, its pool, its machine, the network and the server, as far as they decide how long
 * transactions take. Times are in milliseconds.
 *
 * @param agents who works
 * @param shape the pool
 * @param networkMillis to the server and back
 * @param executeMillis the median of the server's time for a statement
 * @param commitMillis the median of the server's time for a commit
 * @param createMillis the server's time for creating sessions
 * @param leakShare the share of transactions that do not give their session back
 * @param refusedShare the share of attempts to create sessions that the server refuses
 * @param abortedShare the share of commits that are aborted
 * @param cpuMillis processor time of a call, half before it is sent and half when it returns
 * @param cores processors of the client
 * @param seconds how long it is watched, after {@link #RAMP_SECONDS}
 * @param seed decides every draw
 */
@RecordBuilder
public record World(
    Agents agents,
    PoolShape shape,
    double networkMillis,
    double executeMillis,
    double commitMillis,
    double createMillis,
    double leakShare,
    double refusedShare,
    double abortedShare,
    double cpuMillis,
    int cores,
    double seconds,
    long seed)
    implements WorldBuilder.With {
  /** What it is given to get going, in seconds. */
  public static final double RAMP_SECONDS = 1;

  /** When it is no longer watched, in nanoseconds. */
  long untilNanos() {
    return (long) ((RAMP_SECONDS + seconds) * Nanos.PER_SECOND);
  }

  /**
   * A world in which nothing is wrong: that of the exhaustion study with so many agents.
   *
   * @param agents who works; the pool of at most 100 sessions suffices for 224 of them
   * @param seed decides every draw
   */
  public static World healthy(Agents agents, long seed) {
    return new World(
        agents, new PoolShape(40, 100, 25, 4), 50, 5, 10, 20, 0, 0, 0, 0.2, 2, 5, seed);
  }
}
