package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Loops;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.strategy.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lists loads on which asking for more sessions can also lose. In the four loads of the benchmark
 * demand always exceeds what the pool can hold, so asking for more can only win.
 */
public enum LabLoad {
  /** A burst whose demand stays below the maximum. */
  BURST_BELOW_MAX("burstBelowMax", Map.of(), LabLoad::burst, Parameters.DEMAND.standing(50.0)),

  /** A burst whose callers come one after the other. */
  RAMP(
      "ramp",
      Map.of(),
      (limits, settings, seed) ->
          Loops.ramp(callers(limits, settings), settings.nanos(Parameters.RAMP), seed),
      Parameters.DEMAND,
      Parameters.RAMP),

  /** Bursts with pauses long enough for a pool to shrink. */
  REPEATED_BURSTS(
      "repeatedBursts",
      Map.of(TrialParameters.TIME_SCALE.name(), "2"),
      (limits, settings, seed) ->
          Loops.repeatedBursts(
              callers(limits, settings),
              settings.get(Parameters.BURSTS),
              settings.nanos(Parameters.PERIOD),
              seed),
      Parameters.DEMAND.standing(100.0),
      Parameters.BURSTS,
      Parameters.PERIOD),

  /** Agents that think, hold a session, and think again. */
  AGENTS(
      "agents",
      Map.of(),
      (limits, settings, seed) ->
          Loops.agents(
              settings.get(Parameters.AGENTS),
              settings.get(Parameters.TURNS),
              settings.nanos(Parameters.THINK),
              settings.nanos(Parameters.HOLD),
              seed),
      Parameters.AGENTS,
      Parameters.TURNS,
      Parameters.THINK,
      Parameters.HOLD),

  /** Operations that come at random moments, even if earlier ones have not ended. */
  POISSON(
      "poisson",
      Map.of(),
      (limits, settings, seed) ->
          Loops.poisson(
              settings.get(Parameters.RATE),
              settings.nanos(Parameters.LASTS),
              Loops.Hold.EXPONENTIAL,
              settings.nanos(Parameters.HOLD),
              seed),
      Parameters.RATE,
      Parameters.LASTS,
      Parameters.HOLD),

  /** A burst that begins when the pool is opened. The pool has no minimum unless it is set. */
  COLD_START(
      "coldStart",
      Map.of(TrialParameters.MIN_SESSIONS.name(), "0", TrialParameters.FILLED.name(), "false"),
      LabLoad::burst,
      Parameters.DEMAND),

  /** Many clients that start at one moment and share the service's capacity to create sessions. */
  FLEET(
      "fleet",
      Map.of(
          TrialParameters.FILLED.name(), "false", TrialParameters.COST_MODEL.name(), "contended"),
      LabLoad::burst,
      Parameters.CLIENTS,
      Parameters.DEMAND);

  private static final long FLEET_STREAM = 31;

  private final String benchmarkName;

  @SuppressWarnings("ImmutableEnumChecker") // The map cannot be changed.
  private final Map<String, String> standards;

  @SuppressWarnings("ImmutableEnumChecker") // It has no state.
  private final Plan plan;

  @SuppressWarnings("ImmutableEnumChecker") // The list cannot be changed.
  private final Schema schema;

  LabLoad(
      String benchmarkName, Map<String, String> standards, Plan plan, Parameter<?>... parameters) {
    this.benchmarkName = benchmarkName;
    this.standards = standards;
    this.plan = plan;
    this.schema = Schema.of(benchmarkName, parameters);
  }

  /** The load with a name; empty if there is none. */
  public static Optional<LabLoad> named(String name) {
    return Arrays.stream(values()).filter(load -> load.benchmarkName.equals(name)).findFirst();
  }

  /** The name as users write it. */
  public String benchmarkName() {
    return benchmarkName;
  }

  /** The parameters that it takes in addition to those of every load. */
  public Schema schema() {
    return schema;
  }

  /** Its defaults that differ from the usual ones, for parameters of every load. */
  public Map<String, String> standards() {
    return standards;
  }

  /**
   * The load of each client.
   *
   * @param limits the bounds of each client's pool
   * @param settings the load's own parameters
   * @param seed decides every draw
   */
  List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
    int clients = settings.has(Parameters.CLIENTS) ? settings.get(Parameters.CLIENTS) : 1;
    // The first client of a fleet does the same as a single client.
    return IntStream.range(0, clients)
        .mapToObj(i -> i == 0 ? seed : SeededDraws.bits(seed, FLEET_STREAM, i))
        .map(seedOfClient -> plan.of(limits, settings, seedOfClient))
        .toList();
  }

  private static LoadPlan burst(Limits limits, Settings settings, long seed) {
    return Loops.burst(callers(limits, settings), seed);
  }

  /** The minimum plus a share of the rest; at least 1. */
  private static long callers(Limits limits, Settings settings) {
    int rest = limits.maxSessions() - limits.minSessions();
    double share = settings.get(Parameters.DEMAND) / 100;
    return Math.max(1, limits.minSessions() + Math.round(share * rest));
  }

  /** Makes the load of one client. */
  @FunctionalInterface
  private interface Plan {
    LoadPlan of(Limits limits, Settings settings, long seed);
  }

  /** The parameters of the loads. */
  private static final class Parameters {
    static final Parameter<Double> DEMAND =
        Parameter.real(
            "demandPercent", 200, 1, 10_000, "callers beyond the minimum, of what it may grow by");
    static final Parameter<Double> RAMP =
        Parameter.real("rampMillis", 1_000, 0, 3.6e6, "when the last caller comes");
    static final Parameter<Integer> BURSTS =
        Parameter.whole("bursts", 5, 1, 1_000, "how many bursts");
    static final Parameter<Double> PERIOD =
        Parameter.real(
            "burstPeriodMillis", 900_000, 0, 8.64e7, "from one burst's start to the next");
    static final Parameter<Integer> AGENTS =
        Parameter.whole("agents", 300, 1, 100_000, "how many agents");
    static final Parameter<Integer> TURNS =
        Parameter.whole("turns", 20, 1, 10_000, "operations of each agent");
    static final Parameter<Double> THINK =
        Parameter.real("thinkMillis", 100, 0, 3.6e6, "the mean time that an agent thinks");
    static final Parameter<Double> HOLD =
        Parameter.real("holdMillis", 50, 0, 3.6e6, "the mean time at the row that was read");
    static final Parameter<Double> RATE =
        Parameter.real("ratePerSecond", 2_000, 0.001, 1e6, "the mean rate of operations");
    static final Parameter<Double> LASTS =
        Parameter.real("lastsMillis", 5_000, 1, 8.64e7, "how long operations come");
    static final Parameter<Integer> CLIENTS =
        Parameter.whole("clients", 100, 1, 10_000, "how many clients start at one moment");

    private Parameters() {}
  }
}
