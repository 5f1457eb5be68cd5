package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.exhaustion.ExhaustionPlan.AGENTS;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.IDLE_AFTER;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.LOOP;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.OPEN;
import static dev.sessionbench.study.exhaustion.ExhaustionPlan.SEED;

import com.google.common.collect.Lists;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.Loop;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Measurements;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.PoolSample;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.exhaustion.StudyResult.KindResult;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/** Plays a whole study: all scenarios, the pauses between them, and the evaluation. */
public final class ExhaustionStudy {
  /** The most points of a curve; more would overlap in a picture. */
  private static final int MOST_POINTS = 1_500;

  private final ExhaustionPlan plan;
  private final Consumer<ScenarioResult> progress;
  private final List<ScenarioResult> scenarios = new ArrayList<>();
  private final List<List<Double>> idle = new ArrayList<>();
  private final List<Transaction> transactions = new ArrayList<>();
  private Optional<Measurements> calm = Optional.empty();
  private Hold hold = new Hold(1, 1);

  /** How long sessions are held while no caller waits, in milliseconds. */
  private record Hold(double read, double write) {}

  /**
   * Makes a study that has not begun.
   *
   * @param plan the settings
   * @param progress receives each scenario when it has been played
   */
  public ExhaustionStudy(ExhaustionPlan plan, Consumer<ScenarioResult> progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Plays the study. May be called once.
   *
   * @return the measurements; if the thread is interrupted, the scenarios until then
   * @throws BadInput if the server cannot be used, or the thread is interrupted before a scenario
   *     has ended
   */
  public StudyResult run() {
    String startedAt = SystemTime.CLOCK.calendar().instant().toString();
    try (SpanLog spans = new SpanLog();
        Exhaustion exhaustion = new Exhaustion(plan)) {
      boolean complete = plays(exhaustion);
      if (scenarios.isEmpty()) {
        throw new InterruptedException();
      }
      return new StudyResult(
          StudyResult.STUDY,
          Environment.read(plan.get(SEED), startedAt),
          plan.shape(),
          plan.networkMillis(),
          plan.server().map(ServerAddress.Tcp::toString).orElse(null),
          plan.server().isPresent() ? null : plan.profile().identity(),
          complete,
          exhaustion.secondsNow(),
          scenarios.stream().mapToDouble(s -> s.measurements().at(Quantity.CPU)).max().orElse(0),
          scenarios,
          timeline(exhaustion),
          idle,
          TraceSummary.of(transactions.size(), spans.await(transactions.size())));
    } catch (InterruptedException e) {
      throw new BadInput("stopped before the first scenario had ended: nothing was measured", e);
    }
  }

  /** Returns whether the study reached its end. */
  private boolean plays(Exhaustion exhaustion) {
    try {
      for (int i = 0; i < plan.get(AGENTS).size(); i++) {
        // The other scenarios are compared with the first in a closed loop.
        if (plan.get(LOOP) != Loop.OPEN || i == 0) {
          play(i, OptionalDouble.empty(), exhaustion);
        }
        if (plan.get(LOOP) != Loop.CLOSED) {
          // As many transactions as the agents would make without waits.
          double wanted = predicted(i, Integer.MAX_VALUE).throughput();
          play(i, OptionalDouble.of(plan.get(OPEN).orElse(wanted)), exhaustion);
        }
        if (IDLE_AFTER.contains(i + 1) && i + 1 < plan.get(AGENTS).size()) {
          idle.add(exhaustion.idle());
        }
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void play(int index, OptionalDouble rate, Exhaustion exhaustion)
      throws InterruptedException {
    Observed seen = exhaustion.play(index, rate);
    transactions.addAll(seen.transactions());
    boolean open = rate.isPresent();
    Measurements measurements = open ? seen.measurements() : closed(index, seen);
    ScenarioResult result =
        new ScenarioResult(
            index + 1,
            plan.scenario(index),
            open,
            rate.orElse(0),
            exhaustion.sinceStart(seen.fromNanos()),
            exhaustion.sinceStart(seen.toNanos()),
            KindResult.of(seen, Kind.READ),
            KindResult.of(seen, Kind.WRITE),
            measurements,
            open ? null : predicted(index, plan.shape().maxSessions()),
            open ? null : Diagnosis.of(measurements, calm),
            open ? latenessMillis(seen.ended()) : 0,
            open ? growthMillisPerSecond(seen.ended()) : 0);
    if (!open && calm.isEmpty()) {
      calm = Optional.of(measurements);
    }
    scenarios.add(result);
    progress.accept(result);
  }

  /** The metrics of a closed loop; the first one gives the hold times for all. */
  private Measurements closed(int index, Observed seen) {
    Agents agents = plan.scenario(index);
    if (calm.isEmpty()) {
      double read = firstHoldOf(seen, Kind.READ, agents.readers());
      hold = new Hold(read, firstHoldOf(seen, Kind.WRITE, agents.writers()));
    }
    // The sessions that the agents need by Little's law, at the present hold times.
    double needed = seen.load(agents, hold.read, hold.write).needed();
    return seen.measurements().with(Quantity.NEEDED, needed);
  }

  private ClosedLoop predicted(int index, int sessions) {
    return ClosedLoop.of(plan.scenario(index), hold.read, hold.write, sessions);
  }

  /** The hold time that all predictions use; it does not matter for a kind without agents. */
  private static double firstHoldOf(Observed seen, Kind kind, int agents) {
    BadInput.when(
        agents > 0 && seen.ended(kind).isEmpty(),
        "--first: no %s succeeded in the first scenario, so nothing can be predicted; give it longer",
        kind.name().toLowerCase(Locale.ROOT));
    return seen.holdMillis(kind, 1);
  }

  /** How late transactions began on average because no thread was free, in milliseconds. */
  private static double latenessMillis(List<Transaction> ended) {
    return ended.stream()
        .mapToDouble(t -> (t.times().wantedNanos() - t.intendedNanos()) / Nanos.PER_MILLI)
        .average()
        .orElse(0);
  }

  /**
   * How much the latency of a transaction grows with each second by which it is due later. It is
   * the slope of a straight line through all of them, by least squares. Beyond what the pool can
   * serve, latency has no level, and only this slope is meaningful.
   */
  static double growthMillisPerSecond(List<Transaction> ended) {
    SimpleRegression line = new SimpleRegression();
    ended.forEach(t -> line.addData(t.intendedNanos() / Nanos.PER_SECOND, t.sinceIntendedMillis()));
    return Double.isNaN(line.getSlope()) ? 0 : line.getSlope();
  }

  /** The sessions, those in use, and the transactions that wait, over time. */
  private List<Curve> timeline(Exhaustion exhaustion) {
    List<PoolSample> all = exhaustion.samples();
    int step = Math.max(1, (all.size() + MOST_POINTS - 1) / MOST_POINTS);
    List<PoolSample> some =
        Lists.partition(all, step).stream().map(samples -> samples.get(0)).toList();
    List<Double> millis =
        some.stream()
            .map(s -> exhaustion.sinceStart(s.atNanos()) * Nanos.MILLIS_PER_SECOND)
            .toList();
    return List.of(
        curve(Curve.SESSIONS, millis, some.stream().map(PoolSample::total)),
        curve(Curve.IN_USE, millis, some.stream().map(PoolSample::inUse)),
        curve(Curve.WAITING, millis, Observed.waiting(some, transactions).stream()));
  }

  private static Curve curve(String name, List<Double> millis, Stream<Integer> values) {
    return new Curve(name, "ms", "#", millis, values.map(n -> (double) n).toList());
  }
}
