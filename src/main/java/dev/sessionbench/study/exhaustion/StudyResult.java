package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.diagnosis.Figures.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.SESSIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.WAIT;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding.State;
import dev.sessionbench.study.diagnosis.Figures;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.Spread;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a study, as in its file.
 *
 * @param study {@value #STUDY}
 * @param environment where and with what it was played
 * @param shape the pool
 * @param networkMillis the simulated network, in milliseconds
 * @param profile name and content of the server's profile; null in older files
 * @param complete whether it was played to its end
 * @param seconds how long it took
 * @param cpuShare the share of all processors that the process used in the busiest scenario
 * @param scenarios the results of each scenario
 * @param timeline sessions, those in use, and waiters, over time in milliseconds
 */
public record StudyResult(
    String study,
    Environment environment,
    PoolShape shape,
    long networkMillis,
    @Nullable String profile,
    boolean complete,
    double seconds,
    double cpuShare,
    List<ScenarioResult> scenarios,
    List<Curve> timeline)
    implements Study {
  /** The name of this study. */
  public static final String STUDY = "exhaustion";

  /**
   * Times are in milliseconds; the wait is a mean, and latencies are from the call into the client
   * to its return.
   */
  private static final List<Column<ScenarioResult>> COLUMNS =
      List.of(
          Column.of("scenario", s -> Integer.toString(s.scenario())),
          Column.of("agents", s -> Integer.toString(s.agents().number())),
          Column.of("tx/s", s -> Numbers.label(s.throughput())),
          Column.of("predicted", s -> Numbers.label(s.prediction().throughput())),
          Column.of("read p50", s -> label(s.read().endToEnd(), Spread::p50)),
          Column.of("read p99", s -> label(s.read().endToEnd(), Spread::p99)),
          Column.of("write p50", s -> label(s.write().endToEnd(), Spread::p50)),
          Column.of("write p99", s -> label(s.write().endToEnd(), Spread::p99)),
          Column.of("wait", s -> s.figures().value(WAIT).replace(" ms", "")),
          Column.of("predicted", s -> Numbers.label(s.prediction().waitMillis())),
          Column.of("GFE p99", s -> larger(s.read().gfe(), s.write().gfe())),
          Column.of("API p99", s -> larger(s.read().api(), s.write().api())),
          quantity("in use", IN_USE),
          quantity("sessions", SESSIONS),
          quantity("at max", FULL),
          quantity("CPU", CPU));

  /** Copies the lists. */
  public StudyResult {
    Objects.requireNonNull(study);
    // Older files also have scenarios of an open loop, for which nothing is predicted.
    scenarios = scenarios.stream().filter(scenario -> scenario.prediction() != null).toList();
    timeline = List.copyOf(timeline);
  }

  /** The diagnosis of each scenario, made again from its metrics. */
  public Map<String, Diagnosis> diagnoses() {
    Map<String, Diagnosis> diagnoses = new LinkedHashMap<>();
    for (ScenarioResult scenario : scenarios) {
      Optional<Figures> calm =
          diagnoses.isEmpty() ? Optional.empty() : Optional.of(scenarios.get(0).figures());
      diagnoses.put(scenario.name(), Diagnosis.of(scenario.figures(), calm));
    }
    return diagnoses;
  }

  /** The scenario with most agents; its diagnosis stands for the whole. */
  public ScenarioResult largest() {
    return Collections.max(scenarios, Comparator.comparingInt(s -> s.agents().number()));
  }

  private static Column<ScenarioResult> quantity(String heading, Quantity quantity) {
    return Column.of(heading, s -> s.figures().value(quantity));
  }

  /** A metric of a spread; NaN if nothing was measured. */
  static double value(Spread spread, ToDoubleFunction<Spread> metric) {
    return spread.n() == 0 ? Double.NaN : metric.applyAsDouble(spread);
  }

  private static String label(Spread spread, ToDoubleFunction<Spread> metric) {
    return Numbers.label(value(spread, metric));
  }

  private static String larger(Spread reads, Spread writes) {
    return reads.n() + writes.n() == 0 ? "–" : Numbers.label(Math.max(reads.p99(), writes.p99()));
  }

  @Override
  public String text() {
    return "%s%s. %s\nN agents, each of which waits for its last transaction (ms)\n\n%s\n"
            .formatted(
                complete() ? "" : "Stopped before its end: this is what was measured until then.\n",
                largest().name(),
                largest().diagnosis().text(),
                table().render())
        + "Profile of the server: %s\nTook %s s; a scenario used at most %s %% of the processors\n"
            .formatted(
                Objects.requireNonNullElse(profile(), "leaderboard"),
                Numbers.label(seconds()),
                Numbers.label(100 * cpuShare()));
  }

  @Override
  public String page() {
    return Study.page("exhaustion.mustache", this);
  }

  ExhaustionCharts charts() {
    return new ExhaustionCharts(this);
  }

  /** The findings: found causes first, then unknown ones, then those ruled out. */
  List<Finding> findings() {
    return largest().diagnosis().findings(State.FOUND, State.UNKNOWN, State.RULED_OUT);
  }

  TextTable table() {
    return TextTable.of(scenarios, COLUMNS);
  }

  String summary() {
    return "%s scenarios, pool of %s to %s sessions, %s ms of network, %s s"
        .formatted(
            scenarios.size(),
            shape().minSessions(),
            shape().maxSessions(),
            networkMillis(),
            Numbers.label(seconds()));
  }

  /**
   * The results of the transactions of one kind in a scenario.
   *
   * @param throughput transactions completed in a second
   * @param failed how many failed
   * @param endToEnd from the call into the client to its return
   * @param sessionWait how long they waited for their sessions
   * @param hold how long they held them
   * @param rpc the client's time of their calls
   * @param gfe the time of the server's front end
   * @param api the server's time for them
   */
  public record KindResult(
      double throughput,
      long failed,
      Spread endToEnd,
      Spread sessionWait,
      Spread hold,
      Spread rpc,
      Spread gfe,
      Spread api) {
    static KindResult of(Observed seen, Kind kind) {
      List<Transaction> ended = seen.ended(kind);
      long all = seen.ended().stream().filter(t -> t.kind() == kind).count();
      return new KindResult(
          ended.size() / seen.seconds(),
          all - ended.size(),
          spread(ended, Transaction::endToEndMillis),
          spread(ended, Transaction::waitMillis),
          spread(ended, Transaction::holdMillis),
          seen.calls(kind, RpcTiming::millis),
          seen.calls(kind, RpcTiming::gfeMillis),
          seen.api(kind));
    }

    private static Spread spread(List<Transaction> some, ToDoubleFunction<Transaction> millis) {
      return Spread.of(some.stream().mapToDouble(millis));
    }
  }

  /**
   * The results of one scenario.
   *
   * @param scenario its number, from 1
   * @param agents its agents
   * @param fromSeconds when it began to count, from the start of the study
   * @param toSeconds when it stopped counting
   * @param read the reads
   * @param write the writes
   * @param figures the metrics for the diagnosis
   * @param prediction the predicted metrics
   * @param diagnosis why its transactions wait
   */
  public record ScenarioResult(
      int scenario,
      Agents agents,
      double fromSeconds,
      double toSeconds,
      KindResult read,
      KindResult write,
      Figures figures,
      ClosedLoop prediction,
      Diagnosis diagnosis) {
    /** Transactions a second, of both kinds. */
    public double throughput() {
      return read.throughput() + write.throughput();
    }

    String name() {
      return "Scenario %d, %d agents".formatted(scenario, agents.number());
    }

    /** The scenario in one line. */
    public String line() {
      return "scenario %d, %d agents: %s tx/s, %s in use, mean wait %s"
          .formatted(
              scenario,
              agents.number(),
              Numbers.label(throughput()),
              figures.value(Quantity.IN_USE),
              figures.value(Quantity.WAIT));
    }
  }
}
