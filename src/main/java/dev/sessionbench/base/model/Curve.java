package dev.sessionbench.base.model;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One observed quantity against another, such as sessions against time, or waits against the share
 * of callers.
 *
 * @param name what is observed
 * @param xUnit the unit of the horizontal axis: {@code ms} since the start of the load, or {@code
 *     %}
 * @param unit the unit of the observed values: {@code #} for counts
 * @param x ascending, finite
 * @param y the value at each x, finite; a count against time holds until the next x
 */
public record Curve(String name, String xUnit, String unit, List<Double> x, List<Double> y)
    implements Serializable {
  /** The curve of the sessions that the pool has received. */
  public static final String SESSIONS = "sessions";

  /** The curve of the operations that hold a session. */
  public static final String IN_USE = "inUse";

  /** The curve of the callers that wait for a session. */
  public static final String WAITING = "waiting";

  /** The curve of the requests for sessions that have arrived at the service since the start. */
  public static final String REQUESTS = "requests";

  /** The curve of the connections that a client's channels have open. */
  public static final String CHANNELS = "channels";

  /** The curve of the waits for a session, by percentile. */
  public static final String ACQUIRE_WAIT = "acquireWait";

  private static final long serialVersionUID = 1;

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if they differ in length, are not finite or x runs backwards
   */
  public Curve {
    Objects.requireNonNull(name);
    x = List.copyOf(x);
    y = List.copyOf(y);
    Invalid.when(
        x.size() != y.size(), "%s has %s values of x, but %s of y", name, x.size(), y.size());
    for (int i = 1; i < x.size(); i++) {
      Invalid.when(x.get(i) < x.get(i - 1), "%s must not run backwards", name);
    }
    boolean finite = Stream.of(x, y).flatMap(List::stream).allMatch(Double::isFinite);
    Invalid.when(!finite, "%s must be finite", name);
  }
}
