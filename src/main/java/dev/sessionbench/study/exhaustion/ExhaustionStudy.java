package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Figures;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.PoolSample;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.exhaustion.Exhaustion.Played;
import dev.sessionbench.study.exhaustion.StudyResult.KindResult;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Plays a whole study: all scenarios and their evaluation. */
public final class ExhaustionStudy {
  /** The most points of a curve; more could not be told apart in a picture. */
  private static final int MOST_POINTS = 1_500;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final ExhaustionPlan plan;
  private final Consumer<ScenarioResult> progress;
  private final List<ScenarioResult> scenarios = new ArrayList<>();
  private final List<Transaction> transactions = new ArrayList<>();
  private Optional<Figures> calm = Optional.empty();
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
    try (Exhaustion exhaustion = new Exhaustion(plan)) {
      boolean complete = plays(exhaustion);
      if (scenarios.isEmpty()) {
        throw nothing();
      }
      return new StudyResult(
          StudyResult.STUDY,
          Environment.read(plan.seed(), startedAt),
          plan.shape(),
          plan.networkMillis(),
          plan.profile().identity(),
          complete,
          exhaustion.secondsNow(),
          scenarios.stream()
              .mapToDouble(s -> s.figures().find(Quantity.CPU).orElse(0))
              .max()
              .orElse(0),
          scenarios,
          timeline(exhaustion));
    } catch (InterruptedException e) {
      throw nothing();
    }
  }

  private static BadInput nothing() {
    return new BadInput("stopped before the first scenario had ended: nothing was measured");
  }

  /** Returns whether the study reached its end. */
  private boolean plays(Exhaustion exhaustion) {
    try {
      for (int i = 0; i < plan.agents().size(); i++) {
        play(i, exhaustion);
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void play(int index, Exhaustion exhaustion) throws InterruptedException {
    Played played = exhaustion.play(index);
    Observed seen = played.seen();
    transactions.addAll(played.transactions());
    Figures figures = figures(index, seen);
    ScenarioResult result =
        new ScenarioResult(
            index + 1,
            plan.scenario(index),
            exhaustion.sinceStart(seen.fromNanos()),
            exhaustion.sinceStart(seen.toNanos()),
            KindResult.of(seen, Kind.READ),
            KindResult.of(seen, Kind.WRITE),
            figures,
            ClosedLoop.of(plan.scenario(index), hold.read, hold.write, plan.shape().maxSessions()),
            Diagnosis.of(figures, calm));
    if (calm.isEmpty()) {
      calm = Optional.of(figures);
    }
    scenarios.add(result);
    progress.accept(result);
  }

  /** The metrics of a scenario; the first one gives the hold times for all. */
  private Figures figures(int index, Observed seen) {
    Agents agents = plan.scenario(index);
    if (calm.isEmpty()) {
      hold =
          new Hold(
              firstHoldOf(seen, Kind.READ, agents.readers()),
              firstHoldOf(seen, Kind.WRITE, agents.writers()));
    }
    // The sessions that the agents need by Little's law, at the present hold times.
    double needed = seen.load(agents, hold.read, hold.write).needed();
    return seen.figures().with(Quantity.NEEDED, needed);
  }

  /** The hold time that all predictions use; it does not matter for a kind without agents. */
  private static double firstHoldOf(Observed seen, Kind kind, int agents) {
    BadInput.when(
        agents > 0 && seen.ended(kind).isEmpty(),
        "--seconds: no %s ended well in the first scenario, so that nothing can be predicted; give it longer",
        kind.name().toLowerCase(Locale.ROOT));
    return seen.holdMillis(kind, 1);
  }

  /** The sessions, those in use, and the transactions that wait, over time. */
  private List<Curve> timeline(Exhaustion exhaustion) {
    List<PoolSample> all = exhaustion.samples();
    int step = Math.max(1, (all.size() + MOST_POINTS - 1) / MOST_POINTS);
    List<PoolSample> some =
        IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
    List<Double> millis =
        some.stream().map(s -> exhaustion.sinceStart(s.atNanos()) * MILLIS_PER_SECOND).toList();
    return List.of(
        curve(Curve.SESSIONS, millis, some.stream().map(PoolSample::total)),
        curve(Curve.IN_USE, millis, some.stream().map(PoolSample::inUse)),
        curve(Curve.WAITING, millis, Observed.waiting(some, transactions).stream()));
  }

  private static Curve curve(String name, List<Double> millis, Stream<Integer> values) {
    return new Curve(name, "ms", "#", millis, values.map(n -> (double) n).toList());
  }
}
