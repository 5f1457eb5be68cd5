package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.SESSIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAIT;

import com.fasterxml.jackson.annotation.JsonProperty;
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
import dev.sessionbench.study.diagnosis.Measurements;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
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
 * @param elsewhere the server; null for a mock of our own
 * @param profile name and content of that mock's profile; null for another server, and in files
 *     that predate the choice
 * @param complete whether it was played to its end
 * @param seconds how long it took
 * @param cpuShare the share of all processors that the process used in the busiest scenario
 * @param scenarios the results of each scenario
 * @param timeline sessions, those in use, and waiters, over time in milliseconds
 * @param idle when the pool was unused, each as begin and end in seconds
 * @param traces what the traces show
 */
public record StudyResult(
    String study,
    Environment environment,
    PoolShape shape,
    long networkMillis,
    @Nullable String elsewhere,
    @Nullable String profile,
    boolean complete,
    double seconds,
    double cpuShare,
    List<ScenarioResult> scenarios,
    List<Curve> timeline,
    List<List<Double>> idle,
    TraceSummary traces)
    implements Study {
  /** The name of this study. */
  public static final String STUDY = "exhaustion";

  /**
   * Times are in milliseconds; the wait is a mean, and latencies are from the call into the client
   * to its return.
   */
  private static final List<Column<ScenarioResult>> CLOSED =
      List.of(
          Column.of("scenario", s -> Integer.toString(s.scenario())),
          Column.of("agents", s -> Integer.toString(s.agents().number())),
          Column.of("tx/s", s -> Numbers.label(s.throughput())),
          Column.of("predicted", s -> Numbers.label(s.predicted(ClosedLoop::throughput))),
          Column.of("read p50", s -> label(s.read().endToEnd(), Spread::p50)),
          Column.of("read p99", s -> label(s.read().endToEnd(), Spread::p99)),
          Column.of("write p50", s -> label(s.write().endToEnd(), Spread::p50)),
          Column.of("write p99", s -> label(s.write().endToEnd(), Spread::p99)),
          Column.of("wait", s -> s.measurements().value(WAIT).replace(" ms", "")),
          Column.of("predicted", s -> Numbers.label(s.predicted(ClosedLoop::waitMillis))),
          Column.of("GFE p99", s -> larger(s.read().gfe(), s.write().gfe())),
          Column.of("API p99", s -> larger(s.read().api(), s.write().api())),
          quantity("in use", IN_USE),
          quantity("sessions", SESSIONS),
          quantity("at max", FULL),
          quantity("CPU", CPU));

  /**
   * Latencies are from when a transaction was due to its end; {@code growth} is their growth in
   * milliseconds for each second.
   */
  private static final List<Column<ScenarioResult>> OPEN =
      List.of(
          Column.of("scenario", s -> Integer.toString(s.scenario())),
          Column.of("due/s", s -> Numbers.label(s.offered())),
          Column.of("tx/s", s -> Numbers.label(s.throughput())),
          Column.of("read p50", s -> label(s.read().sinceIntended(), Spread::p50)),
          Column.of("read p99", s -> label(s.read().sinceIntended(), Spread::p99)),
          Column.of("write p50", s -> label(s.write().sinceIntended(), Spread::p50)),
          Column.of("write p99", s -> label(s.write().sinceIntended(), Spread::p99)),
          Column.of("growth", s -> Numbers.label(s.growthMillisPerSecond())),
          Column.of("late", s -> Numbers.label(s.latenessMillis())),
          quantity("in use", IN_USE),
          quantity("CPU", CPU));

  /** Copies the lists. */
  public StudyResult {
    Objects.requireNonNull(study);
    scenarios = List.copyOf(scenarios);
    timeline = List.copyOf(timeline);
    idle = List.copyOf(idle);
  }

  /** The diagnosis of each scenario of the closed loop, made again from its metrics. */
  public Map<String, Diagnosis> diagnoses() {
    Map<String, Diagnosis> diagnoses = new LinkedHashMap<>();
    Optional<Measurements> calm = Optional.empty();
    for (ScenarioResult scenario : loop(false)) {
      diagnoses.put(scenario.name(), Diagnosis.of(scenario.measurements(), calm));
      calm = calm.or(() -> Optional.of(scenario.measurements()));
    }
    return diagnoses;
  }

  /** The scenarios of a loop. */
  public List<ScenarioResult> loop(boolean open) {
    return scenarios.stream().filter(scenario -> scenario.open() == open).toList();
  }

  /** The scenario of the closed loop with most agents; its diagnosis stands for the whole. */
  public ScenarioResult largest() {
    return Collections.max(loop(false), Comparator.comparingInt(s -> s.agents().number()));
  }

  private static Column<ScenarioResult> quantity(String heading, Quantity quantity) {
    return Column.of(heading, s -> s.measurements().value(quantity));
  }

  /** A metric of a spread; NaN if nothing was measured. */
  static double value(@Nullable Spread spread, ToDoubleFunction<Spread> metric) {
    return spread == null || spread.n() == 0 ? Double.NaN : metric.applyAsDouble(spread);
  }

  private static String label(Spread spread, ToDoubleFunction<Spread> metric) {
    return Numbers.label(value(spread, metric));
  }

  private static String larger(@Nullable Spread reads, @Nullable Spread writes) {
    return reads == null || writes == null || reads.n() + writes.n() == 0
        ? "–"
        : Numbers.label(Math.max(reads.p99(), writes.p99()));
  }

  @Override
  public String text() {
    String open =
        "\nOpen loop: transactions due at random, latency from when each was due (ms)\n\n";
    return String.join(
        "",
        complete ? "" : "Stopped before its end: this is what was measured until then.\n",
        largest().name() + ". " + diagnosis().text(),
        "\nClosed loop: N agents, each of which waits for its last transaction (ms)\n\n",
        closed().render(),
        loop(true).isEmpty() ? "" : open + open().render(),
        profile == null ? "\n" : "\nProfile of the server: " + profile + "\n",
        traces.traced() > 0 ? traces.text() + "\n" : "",
        "Took %s s; a scenario used at most %s %% of the processors\n"
            .formatted(Numbers.label(seconds), Numbers.label(100 * cpuShare)));
  }

  @Override
  public String page(String command) {
    return Study.page("exhaustion.mustache", this, command);
  }

  ExhaustionCharts charts() {
    return new ExhaustionCharts(this);
  }

  /** The findings: found causes first, then unknown ones, then those ruled out. */
  List<Finding> findings() {
    return diagnosis().findings(State.FOUND, State.UNKNOWN, State.RULED_OUT);
  }

  /** The diagnosis of the largest scenario. Only open loops have none. */
  Diagnosis diagnosis() {
    return Objects.requireNonNull(largest().diagnosis());
  }

  TextTable closed() {
    return TextTable.of(loop(false), CLOSED);
  }

  TextTable open() {
    return TextTable.of(loop(true), OPEN);
  }

  String summary() {
    String pool = shape.minSessions() + " to " + shape.maxSessions();
    return "%s scenarios, pool of %s sessions, %s ms of network, %s s"
        .formatted(loop(false).size(), pool, networkMillis, Numbers.label(seconds));
  }

  /**
   * The results of the transactions of one kind in a scenario.
   *
   * @param throughput transactions completed in a second
   * @param failed how many failed
   * @param endToEnd from the call into the client to its return
   * @param sinceIntended from their intended begin to their end; in a closed loop the same except
   *     for the lateness of a thread
   * @param sessionWait how long they waited for their sessions
   * @param hold how long they held them
   * @param rpc the client's time of their calls
   * @param gfe the time of the server's front end
   * @param api the server's time for them; null if it does not report it
   */
  public record KindResult(
      double throughput,
      long failed,
      Spread endToEnd,
      Spread sinceIntended,
      Spread sessionWait,
      Spread hold,
      Spread rpc,
      Spread gfe,
      @Nullable Spread api) {
    static KindResult of(Observed seen, Kind kind) {
      List<Transaction> ended = seen.ended(kind);
      List<Transaction> all = seen.ended().stream().filter(t -> t.kind() == kind).toList();
      return new KindResult(
          ended.size() / seen.seconds(),
          all.size() - ended.size(),
          spread(ended, Transaction::endToEndMillis),
          spread(ended, Transaction::sinceIntendedMillis),
          spread(ended, Transaction::waitMillis),
          spread(ended, Transaction::holdMillis),
          seen.calls(kind, RpcTiming::millis),
          seen.calls(kind, RpcTiming::gfeMillis),
          seen.api(kind).orElse(null));
    }

    private static Spread spread(List<Transaction> some, ToDoubleFunction<Transaction> millis) {
      return Spread.of(some.stream().mapToDouble(millis));
    }
  }

  /**
   * The results of one scenario in one loop.
   *
   * @param scenario its number, from 1
   * @param agents its agents
   * @param open whether the loop was open; the agents then only set the rate
   * @param offered transactions a second that were due in an open loop; 0 in a closed one
   * @param fromSeconds when it began to count, from the start of the study
   * @param toSeconds when it stopped counting
   * @param read the reads
   * @param write the writes
   * @param measurements the metrics for the diagnosis
   * @param prediction the predicted metrics; null for an open loop
   * @param diagnosis why its transactions wait; null for an open loop
   * @param latenessMillis how late transactions of an open loop began on average, because no thread
   *     was free
   * @param growthMillisPerSecond how much the latency of an open loop grew in each second
   */
  public record ScenarioResult(
      int scenario,
      Agents agents,
      boolean open,
      double offered,
      double fromSeconds,
      double toSeconds,
      KindResult read,
      KindResult write,
      @JsonProperty("figures") Measurements measurements,
      @Nullable ClosedLoop prediction,
      @Nullable Diagnosis diagnosis,
      double latenessMillis,
      double growthMillisPerSecond) {
    /** Transactions a second, of both kinds. */
    public double throughput() {
      return read.throughput() + write.throughput();
    }

    /** A metric of the prediction; NaN for an open loop. */
    double predicted(ToDoubleFunction<ClosedLoop> metric) {
      return prediction == null ? Double.NaN : metric.applyAsDouble(prediction);
    }

    String name() {
      return "Scenario %d, %d agents".formatted(scenario, agents.number());
    }

    /** The scenario in one line. */
    public String line() {
      String load = open ? Numbers.label(offered) + " due a second" : agents.number() + " agents";
      String inUse = measurements.value(IN_USE) + " in use, mean wait " + measurements.value(WAIT);
      return "scenario %d, %s: %s tx/s, %s"
          .formatted(scenario, load, Numbers.label(throughput()), inUse);
    }
  }
}
