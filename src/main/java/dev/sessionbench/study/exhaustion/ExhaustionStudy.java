package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.EnvironmentReader;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Figures;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.exhaustion.Exhaustion.Played;
import dev.sessionbench.study.exhaustion.StudyResult.KindResult;
import dev.sessionbench.study.exhaustion.StudyResult.Prediction;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** The whole study: all scenarios, the pauses between them, and what they come to. */
public final class ExhaustionStudy {
  private final ExhaustionPlan plan;
  private final Consumer<ScenarioResult> progress;
  private final List<ScenarioResult> scenarios = new ArrayList<>();
  private final List<List<Double>> idle = new ArrayList<>();
  private final List<Transaction> transactions = new ArrayList<>();
  private Optional<Figures> calm = Optional.empty();
  private Hold hold = new Hold(1, 1);

  /** How long sessions are held while nobody waits, in milliseconds. */
  private record Hold(double read, double write) {}

  /**
   * A study that has not begun.
   *
   * @param plan what to do
   * @param progress is told each scenario when it has been played
   */
  public ExhaustionStudy(ExhaustionPlan plan, Consumer<ScenarioResult> progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Plays it. May be called once.
   *
   * @return what was measured; if the thread is interrupted, the scenarios until then
   * @throws BadInput if the server cannot be used, or the thread is interrupted before a scenario
   *     has ended
   */
  public StudyResult run() {
    String startedAt = SystemTime.CLOCK.calendar().instant().toString();
    ClientGfeView view = ClientGfeView.register();
    try (SpanLog spans = new SpanLog(plan.traces());
        Exhaustion exhaustion = new Exhaustion(plan)) {
      view.begin();
      boolean complete = plays(exhaustion);
      if (scenarios.isEmpty()) {
        throw nothing();
      }
      return new StudyResult(
          StudyResult.STUDY,
          EnvironmentReader.read(plan.seed(), startedAt),
          plan.shape(),
          plan.networkMillis(),
          plan.server().map(server -> server.host() + ":" + server.port()).orElse(null),
          plan.server().isPresent() ? null : plan.profile().identity(),
          complete,
          exhaustion.secondsNow(),
          scenarios.stream().mapToDouble(s -> cpu(s.figures())).max().orElse(0),
          scenarios,
          Timeline.of(exhaustion, transactions),
          idle,
          plan.traces()
              ? TraceSummary.of(transactions.size(), spans.await(transactions.size()))
              : TraceSummary.none(transactions.size()),
          view.compare(exhaustion.headerMillis()));
    } catch (InterruptedException e) {
      throw nothing();
    }
  }

  private static BadInput nothing() {
    return new BadInput("stopped before the first scenario had ended: nothing was measured");
  }

  private static double cpu(Figures figures) {
    return figures.find(Quantity.CPU).orElse(0);
  }

  /** Returns whether it came to the end. */
  private boolean plays(Exhaustion exhaustion) {
    try {
      for (int i = 0; i < plan.agents().size(); i++) {
        // The first in a closed loop is what the others are held against.
        if (plan.loops().closed() || i == 0) {
          add(closed(i, exhaustion.closed(i), exhaustion));
        }
        if (plan.loops().open()) {
          double rate = plan.openRate().orElseGet(wanted(i));
          add(open(i, rate, exhaustion.open(i, rate), exhaustion));
        }
        if (plan.idleAfter().contains(i + 1) && i + 1 < plan.agents().size()) {
          idle.add(exhaustion.idle());
        }
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void add(ScenarioResult result) {
    scenarios.add(result);
    progress.accept(result);
  }

  /** As many transactions as the agents would make if nobody ever waited. */
  private java.util.function.DoubleSupplier wanted(int index) {
    return () ->
        Prediction.of(plan.scenario(index), hold.read, hold.write, Integer.MAX_VALUE).throughput();
  }

  private ScenarioResult closed(int index, Played played, Exhaustion exhaustion) {
    Observed seen = played.seen();
    Agents agents = plan.scenario(index);
    transactions.addAll(played.transactions());
    if (calm.isEmpty()) {
      hold =
          new Hold(
              firstHoldOf(seen, Kind.READ, agents.readers()),
              firstHoldOf(seen, Kind.WRITE, agents.writers()));
    }
    Prediction prediction =
        Prediction.of(agents, hold.read, hold.write, plan.shape().maxSessions());
    Figures figures = with(seen.figures(), needed(agents, seen));
    Diagnosis diagnosis = Diagnosis.of(figures, calm);
    calm = calm.or(() -> Optional.of(figures));
    return new ScenarioResult(
        index + 1,
        agents,
        false,
        0,
        exhaustion.sinceStart(seen.fromNanos()),
        exhaustion.sinceStart(seen.toNanos()),
        KindResult.of(seen, Kind.READ, played.read()),
        KindResult.of(seen, Kind.WRITE, played.write()),
        figures,
        prediction,
        diagnosis,
        0,
        0);
  }

  /** What all predictions are made from; of a kind that nobody makes it does not matter. */
  private static double firstHoldOf(Observed seen, Kind kind, int agents) {
    if (agents > 0 && seen.ended(kind).isEmpty()) {
      throw new BadInput(
          "--first: no %s ended well in the first scenario, so that nothing can be predicted; give it longer"
              .formatted(kind.name().toLowerCase(Locale.ROOT)));
    }
    return holdOf(seen, kind, 1);
  }

  private static double holdOf(Observed seen, Kind kind, double otherwise) {
    return seen.ended(kind).stream()
        .mapToDouble(Transaction::holdMillis)
        .average()
        .orElse(otherwise);
  }

  /** What the agents need by Little's law, with the times for which sessions are held now. */
  private OptionalDouble needed(Agents agents, Observed seen) {
    return OptionalDouble.of(
        Prediction.of(
                agents,
                holdOf(seen, Kind.READ, hold.read),
                holdOf(seen, Kind.WRITE, hold.write),
                Integer.MAX_VALUE)
            .needed());
  }

  private static Figures with(Figures figures, OptionalDouble needed) {
    Map<Quantity, Double> more = new EnumMap<>(Quantity.class);
    more.putAll(figures.values());
    needed.ifPresent(sessions -> more.put(Quantity.NEEDED, sessions));
    return new Figures(more);
  }

  private ScenarioResult open(int index, double rate, Played played, Exhaustion exhaustion) {
    Observed seen = played.seen();
    transactions.addAll(played.transactions());
    return new ScenarioResult(
        index + 1,
        plan.scenario(index),
        true,
        rate,
        exhaustion.sinceStart(seen.fromNanos()),
        exhaustion.sinceStart(seen.toNanos()),
        KindResult.of(seen, Kind.READ, List.of()),
        KindResult.of(seen, Kind.WRITE, List.of()),
        seen.figures(),
        null,
        null,
        OpenLoop.latenessMillis(seen.ended()),
        OpenLoop.growthMillisPerSecond(seen.ended()));
  }
}
