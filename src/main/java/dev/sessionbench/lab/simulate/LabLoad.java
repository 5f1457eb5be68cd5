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
 * Loads beside the four of the benchmark: in those demand always passes what the pool can hold, so
 * that asking for more can only win. Here it can also lose.
 */
public enum LabLoad {
  /** A burst whose demand stays below the maximum. */
  BURST_BELOW_MAX("burstBelowMax", Map.of(), Words.DEMAND.standing(50.0)) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      return List.of(Loops.burst(Words.callers(limits, settings), seed));
    }
  },
  /** A burst whose callers come one after the other. */
  RAMP("ramp", Map.of(), Words.DEMAND, Words.RAMP) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      return List.of(Loops.ramp(Words.callers(limits, settings), settings.nanos(Words.RAMP), seed));
    }
  },
  /** Bursts with nothing between them, so long that a pool may shrink. */
  REPEATED_BURSTS(
      "repeatedBursts",
      Map.of(TrialParameters.TIME_SCALE.name(), "2"),
      Words.DEMAND.standing(100.0),
      Words.BURSTS,
      Words.PERIOD) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      return List.of(
          Loops.repeatedBursts(
              Words.callers(limits, settings),
              settings.get(Words.BURSTS),
              settings.nanos(Words.PERIOD),
              seed));
    }
  },
  /** Agents who think, hold a session, and think again. */
  AGENTS("agents", Map.of(), Words.AGENTS, Words.TURNS, Words.THINK, Words.HOLD) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      return List.of(
          Loops.agents(
              settings.get(Words.AGENTS),
              settings.get(Words.TURNS),
              settings.nanos(Words.THINK),
              settings.nanos(Words.HOLD),
              seed));
    }
  },
  /** Operations that come at random moments, whether those before them have ended or not. */
  POISSON("poisson", Map.of(), Words.RATE, Words.LASTS, Words.HOLD) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      return List.of(
          Loops.poisson(
              settings.get(Words.RATE),
              settings.nanos(Words.LASTS),
              Loops.Hold.EXPONENTIAL,
              settings.nanos(Words.HOLD),
              seed));
    }
  },
  /** A burst that begins when the pool is opened, which has no minimum unless it is given one. */
  COLD_START(
      "coldStart",
      Map.of(TrialParameters.MIN_SESSIONS.name(), "0", TrialParameters.FILLED.name(), "false"),
      Words.DEMAND) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      return List.of(Loops.burst(Words.callers(limits, settings), seed));
    }
  },
  /** Many clients that start at one moment and share what the service can create. */
  FLEET(
      "fleet",
      Map.of(
          TrialParameters.FILLED.name(), "false", TrialParameters.COST_MODEL.name(), "contended"),
      Words.CLIENTS,
      Words.DEMAND) {
    @Override
    List<LoadPlan> clients(Limits limits, Settings settings, long seed) {
      long callers = Words.callers(limits, settings);
      return IntStream.range(0, settings.get(Words.CLIENTS))
          .mapToObj(i -> Loops.burst(callers, Words.seedOf(i, seed)))
          .toList();
    }
  };

  private final String benchmarkName;

  @SuppressWarnings("ImmutableEnumChecker") // The map cannot be changed.
  private final Map<String, String> standards;

  @SuppressWarnings("ImmutableEnumChecker") // Nor can the list.
  private final Schema schema;

  LabLoad(String benchmarkName, Map<String, String> standards, Parameter<?>... parameters) {
    this.benchmarkName = benchmarkName;
    this.standards = standards;
    this.schema = Schema.of(benchmarkName, parameters);
  }

  /** The load of a name; nothing where there is none. */
  public static Optional<LabLoad> named(String name) {
    return Arrays.stream(values()).filter(load -> load.benchmarkName.equals(name)).findFirst();
  }

  /** The name as users write it. */
  public String benchmarkName() {
    return benchmarkName;
  }

  /** The parameters that it has beside those of every load. */
  public Schema schema() {
    return schema;
  }

  /** Where it has other standard values for the parameters of every load. */
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
  abstract List<LoadPlan> clients(Limits limits, Settings settings, long seed);

  /** What the loads are described by. */
  private static final class Words {
    static final Parameter<Double> DEMAND =
        Parameter.real(
            "demandPercent",
            200,
            1,
            10_000,
            "callers beyond the minimum, as a share of what the pool may grow by");
    static final Parameter<Double> RAMP =
        Parameter.real("rampMillis", 1_000, 0, 3.6e6, "when the last caller comes");
    static final Parameter<Integer> BURSTS =
        Parameter.whole("bursts", 5, 1, 1_000, "how many bursts");
    static final Parameter<Double> PERIOD =
        Parameter.real(
            "burstPeriodMillis",
            900_000,
            0,
            8.64e7,
            "from the start of a burst to that of the next");
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

    private static final long FLEET_STREAM = 31;

    private Words() {}

    /** The minimum, and a share of the rest; at least one. */
    static long callers(Limits limits, Settings settings) {
      int rest = limits.maxSessions() - limits.minSessions();
      return Math.max(1, limits.minSessions() + Math.round(settings.get(DEMAND) / 100 * rest));
    }

    /** The first client of a fleet does what a client alone does. */
    static long seedOf(int client, long seed) {
      return client == 0 ? seed : SeededDraws.bits(seed, FLEET_STREAM, client);
    }
  }
}
