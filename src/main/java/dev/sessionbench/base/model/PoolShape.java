package dev.sessionbench.base.model;

/**
 * The options that decide how a session pool grows, and the closed form of its growth.
 *
 * <p>Growth follows {@code SessionPool} and {@code SessionClient} in google-cloud-spanner 1.53.0 to
 * 6.107.0. The minimum is spread over the channels, and the first takes the remainder; each channel
 * that gets sessions sends one RPC. The pool grows whenever no session is idle and no more sessions
 * are being created than there are waiters. Then one more RPC asks for {@code min(incStep, max -
 * total - being created)} sessions. If the server returns fewer sessions than asked, the client
 * asks again for the rest.
 *
 * @param minSessions sessions created at start, from 0 to {@code maxSessions}
 * @param maxSessions the pool's limit, at least 1
 * @param incStep sessions asked for when all are busy, at least 1
 * @param numChannels gRPC channels, from 1 to 256 (the client's own limit)
 */
public record PoolShape(int minSessions, int maxSessions, int incStep, int numChannels) {
  /** The name of {@code incStep} in options and results. */
  public static final String INC_STEP = "incStep";

  /** Sessions that one BatchCreateSessions RPC of the real service returns at most. */
  public static final int SERVICE_BATCH_LIMIT = 100;

  /** The client's limit. */
  public static final int MAX_CHANNELS = 256;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException naming the option, its value and what would be right
   */
  public PoolShape {
    Invalid.when(maxSessions < 1, "maxSessions=%d: must be at least 1", maxSessions);
    Invalid.when(minSessions < 0, "minSessions=%d: must be at least 0", minSessions);
    String most = "minSessions=%d: must be at most maxSessions (%d)";
    Invalid.when(minSessions > maxSessions, most, minSessions, maxSessions);
    Invalid.when(incStep < 1, "incStep=%d: must be at least 1", incStep);
    boolean fits = numChannels >= 1 && numChannels <= MAX_CHANNELS;
    Invalid.when(!fits, "numChannels=%d: must be from 1 to %d", numChannels, MAX_CHANNELS);
  }

  /**
   * RPCs that fill the pool to its minimum.
   *
   * @param batchLimit sessions that the server returns for one RPC at most, at least 1
   * @return the number of BatchCreateSessions RPCs
   */
  public int initialRpcs(int batchLimit) {
    int perChannel = minSessions / numChannels;
    int first = perChannel + minSessions % numChannels;
    return ceilDiv(first, batchLimit) + (numChannels - 1) * ceilDiv(perChannel, batchLimit);
  }

  /**
   * RPCs by which the pool grows to a demand.
   *
   * @param peakDemand sessions wanted at the same time, at least 0
   * @param batchLimit sessions that the server returns for one RPC at most, at least 1
   * @return the number of BatchCreateSessions RPCs beyond the initial ones
   */
  public int growthRpcs(int peakDemand, int batchLimit) {
    int grown = finalSessions(peakDemand) - minSessions;
    return grown / incStep * ceilDiv(incStep, batchLimit) + ceilDiv(grown % incStep, batchLimit);
  }

  /**
   * All RPCs: the initial ones and those of growth.
   *
   * @param peakDemand sessions wanted at the same time, at least 0
   * @param batchLimit sessions that the server returns for one RPC at most, at least 1
   * @return the number of BatchCreateSessions RPCs
   */
  public int totalRpcs(int peakDemand, int batchLimit) {
    return initialRpcs(batchLimit) + growthRpcs(peakDemand, batchLimit);
  }

  /**
   * Steps by which the pool grows to a demand. A step is one RPC unless the server returns fewer
   * sessions than asked.
   *
   * @param peakDemand sessions wanted at the same time, at least 0
   * @return the number of growth steps
   */
  public int growthSteps(int peakDemand) {
    return ceilDiv(Math.max(0, Math.min(peakDemand, maxSessions) - minSessions), incStep);
  }

  /**
   * The pool's size after growing to a demand.
   *
   * @param peakDemand sessions wanted at the same time, at least 0
   * @return the number of sessions, from the minimum to the maximum
   */
  public int finalSessions(int peakDemand) {
    long grown = (long) growthSteps(peakDemand) * incStep;
    return (int) Math.min(maxSessions, minSessions + grown);
  }

  private static int ceilDiv(int dividend, int divisor) {
    // In long, so that a step near Integer.MAX_VALUE does not overflow.
    return (int) (((long) dividend + divisor - 1) / divisor);
  }
}
