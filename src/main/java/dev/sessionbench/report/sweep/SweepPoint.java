package dev.sessionbench.report.sweep;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Direction;
import dev.sessionbench.base.stats.Sample;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One value of the parameter of a sweep.
 *
 * @param value the value as it was given
 * @param x its number
 * @param time the times, any unit, lower is better
 * @param rpcs the numbers of BatchCreateSessions RPCs, of every iteration; nothing where they were
 *     not counted
 * @param overshoot sessions created beyond need, likewise
 * @param full whether every iteration had the pool's maximum of sessions in use at once
 */
record SweepPoint(
    String value,
    double x,
    Sample time,
    Optional<Sample> rpcs,
    Optional<Sample> overshoot,
    boolean full) {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  /** The point of a cell; nothing where it has no such number or no time, as in throughput. */
  static Optional<SweepPoint> of(CellResult cell, String parameter) {
    String value = cell.key().params().getOrDefault(parameter, "");
    Sample time = Sample.ofForks(cell.primaryMetric().rawData());
    Direction direction = Direction.of(cell.mode(), cell.primaryMetric().scoreUnit());
    if (!NUMBER.matcher(value).matches()
        || time.n() == 0
        || direction != Direction.LOWER_IS_BETTER) {
      return Optional.empty();
    }
    String most = cell.key().params().getOrDefault("maxSessions", "");
    return Optional.of(
        new SweepPoint(
            value,
            Double.parseDouble(value),
            time,
            counts(cell, "numBatchCreateSessionsRpcs"),
            counts(cell, "overshoot"),
            counts(cell, "poolMaxInUse")
                .filter(used -> most.equals(Long.toString((long) used.min())))
                .isPresent()));
  }

  /** Whether every iteration here made fewer RPCs than every one there. */
  boolean surelyFewerRpcs(SweepPoint other) {
    return rpcs.isPresent() && other.rpcs.isPresent() && rpcs.get().max() < other.rpcs.get().min();
  }

  private static Optional<Sample> counts(CellResult cell, String metric) {
    return cell.metric(metric)
        .map(m -> Sample.ofIterations(m.rawData()))
        .filter(sample -> sample.n() > 0);
  }
}
