package dev.sessionbench.model;

import java.util.Locale;

/**
 * What a BatchCreateSessions RPC costs the server beyond its drawn time. What it costs the real
 * service is disputed, and the best increment depends on it, so it is a parameter.
 */
public enum CostModel {
  /** The drawn time, whatever the number of sessions: the original benchmark's model. */
  FLAT,
  /**
   * The drawn time plus {@value #NANOS_PER_SESSION} ns for each session, so that the default step
   * of 25 adds as much as the original's minimum time of 10 ms.
   */
  LINEAR,
  /**
   * The drawn time multiplied by the number of BatchCreateSessions RPCs in progress on arrival,
   * this one included: creating sessions is serialised somewhere behind the server.
   */
  CONTENDED;

  /** What {@link #LINEAR} adds for each session, in nanoseconds. */
  public static final long NANOS_PER_SESSION = 400_000L;

  /**
   * The time of one BatchCreateSessions RPC.
   *
   * @param drawnNanos the time drawn from the latency profile, in nanoseconds
   * @param sessions the number of sessions that the RPC creates
   * @param inProgress the number of BatchCreateSessions RPCs in progress, at least 1 (this one)
   * @param scale what the drawn time has been stretched by ({@link LatencyProfile#scale()})
   * @return the time in nanoseconds
   */
  public long totalNanos(long drawnNanos, int sessions, int inProgress, double scale) {
    return switch (this) {
      case FLAT -> drawnNanos;
      case LINEAR -> drawnNanos + Math.round(sessions * NANOS_PER_SESSION * scale);
      case CONTENDED -> drawnNanos * inProgress;
    };
  }

  /** The name as users write it, in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
