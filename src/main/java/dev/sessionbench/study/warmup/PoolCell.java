package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.PoolShape;
import java.util.List;

/**
 * What a pool of one shape did in the first minute of a load.
 *
 * @param shape the pool, which has its least number of sessions when the load begins
 * @param cold whether the server had its splits still to form
 * @param sessions how many the pool had, by milliseconds since the load began
 * @param perSecond operations that ended in each window, a second
 * @param operations operations that ended within the minute
 * @param p99Millis the 99th percentile of those that began in it, the wait for a session included
 * @param firstSplitSeconds when the first split had become two; NaN if none had
 * @param requests BatchCreateSessions requests, those for the least number included
 */
public record PoolCell(
    PoolShape shape,
    boolean cold,
    Curve sessions,
    List<Double> perSecond,
    long operations,
    double p99Millis,
    double firstSplitSeconds,
    long requests) {
  /** The shape of the pool, in the words of a legend. */
  String name() {
    return shape.minSessions() + "/" + shape.maxSessions() + "/" + shape.incStep();
  }

  /** How many sessions the pool had when the minute was over. */
  int sessionsAtEnd() {
    return sessions.y().get(sessions.y().size() - 1).intValue();
  }
}
