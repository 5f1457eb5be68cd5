package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.stats.Sample;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The parameters of {@code time = (base + perSession x sessions) x (1 + perOther x others)} for
 * some requests, by Huber's estimator (Huber, "Robust Estimation of a Location Parameter", 1964),
 * which one very slow request does not move: residuals are weighed down beyond 1.345 deviations.
 * What is random is taken to grow with the others in flight, as it does where a request waits for
 * them. The deviations are those of the jackknife over waves (MacKinnon and White, "Some
 * Heteroskedasticity-Consistent Covariance Matrix Estimators", 1985), in which requests that were
 * sent together count as one observation, so that what slows all of them does not pass for
 * certainty.
 *
 * @param base in nanoseconds
 * @param perSession in nanoseconds; 0 where not fitted
 * @param perOther a share; 0 where not fitted
 * @param perSessionDeviation the standard deviation of perSession; infinite where the data do not
 *     say, 0 where not fitted
 * @param perOtherDeviation that of perOther
 */
record RobustFit(
    double base,
    double perSession,
    double perOther,
    double perSessionDeviation,
    double perOtherDeviation) {
  private static final double HUBER = 1.345;
  private static final double MAD_OF_NORMAL = 0.6745;
  private static final int MOST_ROUNDS = 40;

  /** From this round on the deviation is kept, lest the weights and it take turns for ever. */
  private static final int SETTLED = 8;

  private static final double CONVERGED = 1e-7;

  /** A request: what it asked for, how many others were in flight, how long it took. */
  record Point(int wave, double sessions, double others, double nanos) {}

  /** What a request would have taken alone, its sessions for nothing: what is left is random. */
  double drawn(Point point) {
    return point.nanos / (1 + perOther * point.others) - perSession * point.sessions;
  }

  /**
   * Fits.
   *
   * @param points at least one
   * @param sessions whether perSession is fitted
   * @param others whether perOther is fitted
   */
  static RobustFit of(List<Point> points, boolean sessions, boolean others) {
    boolean[] active = {true, sessions, others};
    double[] parameters = {
      Sample.median(points.stream().mapToDouble(Point::nanos).toArray()), 0, 0
    };
    double scale = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double[] residuals = residuals(points, parameters);
      if (round < SETTLED) {
        scale = scale(residuals, parameters[0]);
      }
      double[][] normal = new double[3][3];
      double[] right = new double[3];
      for (int i = 0; i < residuals.length; i++) {
        double[] row = row(points.get(i), parameters, active);
        double size = Math.abs(residuals[i]) / scale;
        double weight = size <= HUBER ? 1 : HUBER / size;
        add(normal, right, row, weight, weight * residuals[i]);
      }
      double[] change = Linear.solve(normal, right);
      double moved = 0;
      for (int p = 0; p < 3; p++) {
        parameters[p] += change[p];
        moved = Math.max(moved, Math.abs(change[p]) / (p == 2 ? 1 : Math.max(1, parameters[0])));
      }
      // Below it a request would take no time at all; the next rounds come back if they can.
      parameters[2] = Math.max(parameters[2], lowest(points));
      if (moved < CONVERGED) {
        break;
      }
    }
    double[] deviations = deviations(points, parameters, active, scale);
    return new RobustFit(parameters[0], parameters[1], parameters[2], deviations[1], deviations[2]);
  }

  private static double lowest(List<Point> points) {
    double most = points.stream().mapToDouble(Point::others).max().orElse(0);
    return most == 0 ? 0 : -0.9 / most;
  }

  // Plain loops here and below: a simulation fits thousands of times.
  private static double[] residuals(List<Point> points, double[] p) {
    double[] residuals = new double[points.size()];
    for (int i = 0; i < residuals.length; i++) {
      Point point = points.get(i);
      residuals[i] = point.nanos / (1 + p[2] * point.others) - p[0] - p[1] * point.sessions;
    }
    return residuals;
  }

  private static double[] row(Point point, double[] p, boolean[] active) {
    double slowed = 1 + p[2] * point.others;
    return new double[] {
      1,
      active[1] ? point.sessions : 0,
      active[2] ? (p[0] + p[1] * point.sessions) * point.others / slowed : 0
    };
  }

  private static void add(
      double[][] normal, double[] right, double[] row, double weight, double value) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        normal[i][j] += weight * row[i] * row[j];
      }
      right[i] += row[i] * value;
    }
  }

  /**
   * The deviation, of normal residuals; never 0, so that times without any spread can be fitted.
   */
  private static double scale(double[] residuals, double base) {
    double[] sizes = residuals.clone();
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = Math.abs(sizes[i]);
    }
    double spread = Sample.median(sizes) / MAD_OF_NORMAL;
    return Math.max(spread, Math.max(1, 1e-9 * Math.abs(base)));
  }

  /** By what each wave moves when it is left out, in one step from where all of them lead. */
  private static double[] deviations(
      List<Point> points, double[] parameters, boolean[] active, double scale) {
    double[] residuals = residuals(points, parameters);
    double[][] whole = new double[3][3];
    Map<Integer, double[][]> parts = new TreeMap<>();
    Map<Integer, double[]> scores = new TreeMap<>();
    for (int i = 0; i < residuals.length; i++) {
      double[] row = row(points.get(i), parameters, active);
      int wave = points.get(i).wave;
      double within = Math.abs(residuals[i]) <= HUBER * scale ? 1 : 0;
      double score = Math.max(-HUBER * scale, Math.min(HUBER * scale, residuals[i]));
      add(whole, new double[3], row, within, 0);
      add(parts.computeIfAbsent(wave, w -> new double[3][3]), new double[3], row, within, 0);
      double[] sum = scores.computeIfAbsent(wave, w -> new double[3]);
      for (int p = 0; p < 3; p++) {
        sum[p] += row[p] * score;
      }
    }
    double[] variances = new double[3];
    scores.forEach(
        (wave, sum) -> {
          double[] moved =
              Linear.solve(Linear.minus(whole, Objects.requireNonNull(parts.get(wave))), sum);
          for (int p = 0; p < 3; p++) {
            variances[p] += moved[p] * moved[p];
          }
        });
    boolean decided = !Linear.isSingular(whole);
    double[] deviations = new double[3];
    for (int p = 0; p < 3; p++) {
      if (active[p]) {
        deviations[p] = decided ? Math.sqrt(variances[p]) : Double.POSITIVE_INFINITY;
      }
    }
    return deviations;
  }
}
